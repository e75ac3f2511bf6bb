"""Games that another engine recorded, followed by ours and made records of ours."""
