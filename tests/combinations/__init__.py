"""Lines made by combining all parts of the language: refused with a reason, or played as read.

`python -m tests.combinations` makes them, compiles them, plays some of them and compares what the
engine did with what an independent reading of the tree says (evaluator/). It stands among the tests
because its yardstick, the evaluator, is one, and no program of the project needs it.
"""
