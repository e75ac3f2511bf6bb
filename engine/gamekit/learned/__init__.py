"""What bots of any game have learned: small networks, and the files that training writes."""
