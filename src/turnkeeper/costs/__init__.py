"""What conversation state costs: the bill for a reply, and what re-sending a history adds up to.

`prices` has the price list, `bills` the bill for a `usage`, `formulas` what a whole conversation costs, and `plans` the
same conversations request by request. The last two count in base tokens: as many tokens of plain input as would cost
the same. So they hold for every model whose prices are the same multiples of each other, whatever its dollars.
"""

from turnkeeper.costs.bills import Bill, InputSplit, Usage, bill, in_base_tokens, split_input, total_input
from turnkeeper.costs.formulas import (
    input_with_cache,
    input_with_cuts,
    input_with_window,
    input_without_cache,
    kv_cache_bytes,
    processed,
)
from turnkeeper.costs.plans import (
    PlannedPart,
    PlannedRequest,
    SendingPlan,
    cheaper_turns,
    every_turn,
    grow_then_cut,
    simulate,
    sliding_window,
)
from turnkeeper.costs.prices import PRICES, Price, price

__all__ = [
    "PRICES",
    "Bill",
    "InputSplit",
    "PlannedPart",
    "PlannedRequest",
    "Price",
    "SendingPlan",
    "Usage",
    "bill",
    "cheaper_turns",
    "every_turn",
    "grow_then_cut",
    "in_base_tokens",
    "input_with_cache",
    "input_with_cuts",
    "input_with_window",
    "input_without_cache",
    "kv_cache_bytes",
    "price",
    "processed",
    "simulate",
    "sliding_window",
    "split_input",
    "total_input",
]
