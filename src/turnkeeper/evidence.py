"""Published figures on how models use long contexts, as the course's pages chart them.

Accuracy by the place of the answer: Liu et al., "Lost in the Middle: How Language Models Use Long Contexts", arXiv
2307.03172v3 (TACL 12, 2024), tables 1, 5, 6 and 7; percent of 2,655 questions of NaturalQuestions-Open. The figures are
facts and typed from the paper; the authors' code (nelson-liu/lost-in-the-middle) is under the MIT licence, their data
come from Wikipedia and NaturalQuestions-Open. Checked on 30 November 2026 against six transcriptions of the tables and
the repository's EXPERIMENTS.md.
"""

ACCURACY: dict[tuple[str, int], dict[int, float]] = {
    ("Claude-1.3", 10): {1: 62.9, 5: 58.3, 10: 59.7},
    ("Claude-1.3 (100K)", 10): {1: 63.1, 5: 58.3, 10: 59.7},
    ("GPT-3.5-Turbo", 10): {1: 76.8, 5: 61.2, 10: 62.4},
    ("GPT-3.5-Turbo (16K)", 10): {1: 76.9, 5: 61.0, 10: 62.5},
    ("MPT-30B-Instruct", 10): {1: 60.2, 5: 56.2, 10: 59.7},
    ("LongChat-13B (16K)", 10): {1: 72.1, 5: 58.9, 10: 58.5},
    ("Claude-1.3", 20): {1: 59.9, 5: 55.9, 10: 56.8, 15: 57.2, 20: 60.1},
    ("Claude-1.3 (100K)", 20): {1: 59.8, 5: 55.9, 10: 57.0, 15: 57.4, 20: 60.0},
    ("GPT-3.5-Turbo", 20): {1: 75.8, 5: 57.2, 10: 53.8, 15: 55.4, 20: 63.2},
    ("GPT-3.5-Turbo (16K)", 20): {1: 75.7, 5: 57.3, 10: 54.1, 15: 55.4, 20: 63.1},
    ("MPT-30B-Instruct", 20): {1: 53.7, 5: 51.8, 10: 52.2, 15: 52.7, 20: 56.3},
    ("LongChat-13B (16K)", 20): {1: 68.6, 5: 57.4, 10: 55.3, 15: 52.5, 20: 55.0},
    ("Claude-1.3", 30): {1: 59.1, 5: 55.1, 10: 54.8, 15: 55.7, 20: 56.4, 25: 56.2, 30: 59.9},
    ("Claude-1.3 (100K)", 30): {1: 59.1, 5: 55.1, 10: 54.9, 15: 55.7, 20: 56.6, 25: 56.1, 30: 60.0},
    ("GPT-3.5-Turbo (16K)", 30): {1: 73.4, 5: 55.1, 10: 50.5, 15: 50.9, 20: 51.8, 25: 54.9, 30: 63.7},
    ("MPT-30B-Instruct", 30): {1: 51.6, 5: 51.3, 10: 51.2, 15: 49.0, 20: 49.6, 25: 51.3, 30: 54.1},
    ("LongChat-13B (16K)", 30): {1: 66.9, 5: 54.8, 10: 52.5, 15: 52.9, 20: 52.2, 25: 51.3, 30: 55.1},
}
"""Percent of the questions that were answered, by the model, the number of documents, and the place of the one with the
answer, from 1. Table 7, with 30 documents, has no row for GPT-3.5-Turbo."""

NO_DOCUMENTS: dict[str, float] = {
    "LongChat-13B (16K)": 35.0,
    "MPT-30B-Instruct": 31.5,
    "GPT-3.5-Turbo": 56.1,
    "GPT-3.5-Turbo (16K)": 56.0,
    "Claude-1.3": 48.3,
    "Claude-1.3 (100K)": 48.2,
}
"""Percent with the question alone (table 1, "closed-book")."""

RIGHT_ONE_ONLY: dict[str, float] = {
    "LongChat-13B (16K)": 83.4,
    "MPT-30B-Instruct": 81.9,
    "GPT-3.5-Turbo": 88.3,
    "GPT-3.5-Turbo (16K)": 88.6,
    "Claude-1.3": 76.1,
    "Claude-1.3 (100K)": 76.4,
}
"""Percent with the question and the one document that has the answer (table 1, "oracle")."""

RULER_PASSED: dict[int, tuple[int, int]] = {32: (31, 44), 128: (6, 43)}
"""Models at or above 85.6 points, and models with a number, by thousands of tokens: Hsieh et al., "RULER", arXiv
2404.06654, the table in NVIDIA/RULER's README (Apache-2.0), counted on 30 November 2026."""

CONTEXT_ROT: dict[str, tuple[int, int, int]] = {"short": (267, 306, 269), "full": (191, 306, 112_673)}
"""Questions answered, questions asked, and mean tokens of the prompt: GPT-4.1 with what was needed alone, and with the
full history. Hong, Troynikov and Huber, "Context Rot", Chroma, July 2025, counted from the results in
chroma-core/context-rot (MIT) in November 2026. Chroma sells retrieval."""
