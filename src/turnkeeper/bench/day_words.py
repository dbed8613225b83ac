"""The words that a long day is made of. None wakes a rule of the shop's script, but for the shop's questions."""

_FIRST = ("Ada", "Bram", "Cleo", "Dag", "Edda", "Finn", "Gesa", "Hugo", "Ilse", "Jonne", "Kaja", "Levi")
_LAST = ("Ashdown", "Birk", "Calder", "Dunmore", "Elvey", "Farrow")
PEOPLE = [f"{first} {last}" for first in _FIRST for last in _LAST]
"""People, each with two names."""

_COLOURS = ("black", "blue", "brown", "green", "grey", "red", "white", "yellow")
_HOLDERS = ("basket", "box", "cupboard", "drawer", "shelf", "tin", "tray", "trunk")
PLACES = [f"the {colour} {holder}" for colour in _COLOURS for holder in _HOLDERS]
"""Where something is kept."""

_BIRDS = ("curlew", "dipper", "fulmar", "gannet", "heron", "jackdaw", "kestrel", "lapwing", "osprey", "puffin")
_TREES = ("alder", "aspen", "cedar", "hazel", "larch", "linden", "poplar", "rowan", "spruce", "willow")
WORDS = [f"{bird} {tree}" for bird in _BIRDS for tree in _TREES]
"""Passwords."""

_ROLES = ("accountant", "apprentice", "courier", "landlord", "lunch guest", "neighbour", "plumber", "window cleaner")
_KEPT = (
    "apron", "cash box", "cleaning rags", "first aid kit", "paint pens", "receipts", "spare key", "torque wrench",
)  # fmt: skip
_LOCKED = ("alarm", "cellar", "loft", "radio", "safe", "till", "website", "wholesaler")
THINGS = [
    *(("person", role) for role in _ROLES),
    *(("place", f"place for the {thing}") for thing in _KEPT),
    *(("word", f"password for the {thing}") for thing in _LOCKED),
]
"""What is told of, with the kind of its value: "person", "place" or "word"."""

TALK = (
    "It is raining again, and the street is full of puddles.",
    "Somebody left a glove on the bench. It looks lonely there.",
    "The kettle is on. We have run out of biscuits.",
    "A child asked whether we paint bicycles with stars on them.",
    "The compressor makes a strange noise, and then it stops making it.",
    "Thank you, that is all for now.",
    "I have swept the floor, and found two marbles and a coin from another country.",
    "The window is clean at last. You can see the tannery from here.",
    "Good.",
    "One of the regulars has brought us plums from the garden, far more than we can eat.",
    "The bell above the door has been ringing all morning, and nobody has come in.",
    "Somebody wanted to know the way to the station, and then stayed for a chat about saddles.",
    "The dog from next door sleeps in front of the stand again, so I work around it.",
    "There was a long discussion about tubeless tyres. Everybody left as they had come, only later.",
    "I see.",
    "The lamp over the bench flickers when the tram goes by.",
    "A cyclist has come in from the coast, with sand in every bearing and the best of moods.",
    "We should hang up that old frame above the counter, as everybody asks about it.",
    "The post is here: a catalogue, a bill and a card from the mountains.",
    "Two people have the same grey tourer and took each other's home. They laughed about it.",
)
"""What is said in between."""

SHOP_QUESTIONS = (
    "How much is a chain?",
    "How much are brake pads?",
    "How much is an inner tube?",
    "When do we close today?",
    "How much is delivery?",
    "What does wheel truing cost?",
)
"""What the system prompt answers."""

LETTER = (
    "Dear colleagues, we thank you for the trust that you have put in us over the past season.",
    "The new rims are wider than the old ones, and they sit better under the tyres that people ask for nowadays.",
    "Our warehouse has moved to the other side of the river, where there is more room and less dust.",
    "Please look through the attached list, and tell us what you are going to need before the holidays.",
    "The saddles with the stitched cover are out of stock, and will be so until the leather arrives.",
    "We have had several questions about the bearings, and our workshop has written a page about them.",
    "Whoever sends goods back is kindly asked to use the box that they came in, since others do not stack.",
    "The lights of the last series had a loose contact, and we take all of them back without a question.",
    "There will be a small fair in spring, with coffee, with cake, and with the makers of the hubs in person.",
    "As every year, the catalogue is printed on paper that was a catalogue before.",
)
"""The sentences of a letter."""
