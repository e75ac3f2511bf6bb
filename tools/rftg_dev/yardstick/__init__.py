"""How good the bots' judgement is, measured on games of a strong player told in words."""
