"""English and icons for powers, cards and goals, from their syntax trees and templates."""
