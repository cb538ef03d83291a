"""Verifies one series of the record: chain, trees, heads, outcomes and matched entries.

    python3 verify.py --from https://HOST SYMBOL [--history ID] [--head KEPT]
    python3 verify.py --series FILE [--heads FILE] [--hashes-ledger FILE] [--hashes-outcomes FILE] [--head KEPT]

ID is the number of an earlier history of the symbol. The files are those of /api/record/series/SYMBOL/file, heads, hashes/ledger and hashes/outcomes; KEPT is a head, or a
list of heads, that you kept. Prints a line for each check; exits with 1 when one finds a difference, with 2 when a
file cannot be read. Needs Python 3.11 alone. Written from docs/formats and docs/analysis.md alone.
"""
import argparse
import base64
import json
import struct
import sys
from bisect import bisect_left, bisect_right
from decimal import Decimal
from functools import reduce
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from urllib import parse, request

DAY = 86_400_000
YEAR = 365 * DAY
UNITS_MS = (7 * DAY, DAY, 14_400_000, 3_600_000, 900_000, 60_000, 1000, 1)
CHAIN_START = "0" * 64
LINES = (("sl", -1), ("tp1", 1), ("tp2", 2))
CHECKS = {}
NOT_CHECKED = """Not checked: that rows and chances follow from the bars (the page of a row and `rasat verify` compute them
again), whether the series has more rows, sealed rows but for their hashes, twins, figures. No check shows a past that was
written anew before anyone kept a head, a symbol dropped before its first row, or prices that the source invented."""

def half_up(x):
    return int(x // 1) + (x - x // 1 >= 0.5)

def round_to(x, digits):
    return half_up(x * float(10**digits)) / float(10**digits)

def number_text(x):
    """Writes a double as ECMAScript does: an exponent below 1e-6 and from 1e21 on."""
    mantissa, _, power = (text := repr(x + 0.0)).partition("e")
    if not power:
        return text.removesuffix(".0")
    return format(Decimal(text), "f") if -7 < int(power) < 21 else f"{mantissa}e{int(power):+d}"

def canonical(value):
    """Returns canonical JSON (RFC 8785)."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False)
    return number_text(value)

def hash_of(row):
    content = {name: value for name, value in row.items() if name not in ("prevHash", "hash")}
    return sha256((row["prevHash"] + canonical(content)).encode()).hexdigest()

def varints(data):
    value = shift = 0
    for byte in data:
        value, shift = value | (byte & 127) << shift, shift + 7
        if byte < 128:
            yield value
            value = shift = 0

def zigzag(x):
    return -(x + 1) // 2 if x % 2 else x // 2

def decode_chunk(data):
    """Yields the bars of a chunk of docs/formats/bars.md: opening time, open, high, low, close, volume."""
    version, volumes, digits, decimals, unit = data[:5]
    if version != 1:
        raise ValueError(f"a chunk has version {version}")
    numbers = varints(data[5:])
    n, times, closes = next(numbers), [zigzag(next(numbers))], [0]
    while len(times) < n:
        step, count = next(numbers) * UNITS_MS[unit], next(numbers)
        times += [times[-1] + step * (k + 1) for k in range(count)]
    for _ in range(n):
        closes.append(closes[-1] + zigzag(next(numbers)))
    opens = [closes[k] + zigzag(next(numbers)) for k in range(n)]
    highs = [max(opens[k], closes[k + 1]) + next(numbers) for k in range(n)]
    lows = [min(opens[k], closes[k + 1]) - next(numbers) for k in range(n)]
    raw = struct.unpack(f"<{n}d", data[-8 * n :]) if volumes == 2 else None
    for k in range(n):
        volume = raw[k] if raw else next(numbers) / float(10**decimals) if volumes else 0.0
        yield times[k], *(x / float(10**digits) for x in (opens[k], highs[k], lows[k], closes[k + 1])), volume

def read_bars(series, chunks):
    """Returns the bars in columns, with the rolling hash and the average daily range A(i) at each of them."""
    rows = [bar for text in chunks for bar in decode_chunk(base64.b64decode(text, validate=True))]
    d, o, h, l, c, _ = map(list, zip(*rows))
    length = {"60": 3_600_000, "1D": DAY}[series["base"]]
    bars = SimpleNamespace(n=len(rows), d=d, c=c, tc=[time + length for time in d], hashes=[bytes(32)], same_hour={})
    bars.digits, bars.tick, bars.fx = series["digits"], 1 / float(10 ** series["digits"]), series["fx"]
    bars.week = 6 * DAY if bars.fx else 7 * DAY  # from a Monday to the end of its week
    bars.known = lambda time: bisect_right(bars.tc, time)
    bars.views = {1: (o, h, l, c), -1: [[-x for x in column] for column in (o, l, h, c)]}  # a sale is mirrored
    days, ranges, averages = {}, [], [0.0]
    for i, bar in enumerate(rows):
        bars.hashes.append(sha256(bars.hashes[-1] + struct.pack("<6d", *bar)).digest())
        bars.same_hour.setdefault(d[i] % DAY, []).append(i)
        day = (d[i] // DAY + (bars.fx and (d[i] // DAY + 4) % 7 == 0)) * DAY  # a forex Sunday belongs to Monday
        high, low, _ = days.get(day, (h[i], l[i], c[i]))
        days[day] = (max(high, h[i]), min(low, l[i]), c[i])
    for (high, low, _), before in zip(days.values(), [None, *(close for _, _, close in days.values())]):
        ranges.append(high - low if before is None else max(high, before) - min(low, before))
        # `sum` would compensate rounding from Python 3.12 on.
        averages.append(reduce(lambda total, one: total + one, ranges[-20:]) / 20 if len(ranges) >= 20 else 0.0)
    ends = [day + DAY for day in days]
    bars.ranges = [averages[bisect_right(ends, time)] for time in bars.tc]
    return bars

def position(way, price, risk, expiry, digits):
    sl, tp1, tp2 = (round_to(price + way * k * risk, digits) for k in (-1, 1, 2))
    return SimpleNamespace(way=way, price=price, risk=risk, expiry=expiry, sl=sl, tp1=tp1, tp2=tp2)

def follow(bars, p, first, end):
    """Returns both legs, each (status, exit, bar), or None where the bars `first` to `end` - 1 do not decide it."""
    way, expiry, tc = p.way, p.expiry, bars.tc
    o, h, l, c = bars.views[way]
    sl, tp1, tp2 = way * p.sl, way * p.tp1, way * p.tp2
    leg1 = leg2 = None
    for i in range(first, end):
        if l[i] <= sl:
            stopped = (-1, way * min(o[i], sl), i)
            return leg1 or stopped, leg2 or stopped
        leg1 = (leg1 or (1, p.tp1, i)) if h[i] >= tp1 else leg1
        leg2 = (leg2 or (1, p.tp2, i)) if h[i] >= tp2 else leg2
        if tc[i] >= expiry:
            expired = (0, way * c[i], i)
            return leg1 or expired, leg2 or expired
        if leg1 and leg2:
            break
    return leg1, leg2

def entry_of(bars, row):
    """Returns the bar of a row's entry, and its position; None for a forecast and a weekly set without an entry."""
    if row["kind"] == "forecast":
        return None
    if row["kind"] != "levels":
        own = {"way": 1 if row["way"] else -1, "risk": row["range"], "expiry": row["detail"]["expiry"]}
        return bars.known(row["barTime"]) - 1, SimpleNamespace(**(row | own))
    monday = row["detail"]["d"]
    for i in range(max(1, bisect_left(bars.d, monday - DAY * bars.fx)), bisect_left(bars.d, monday + bars.week)):
        for way, lines in ((1, row["detail"]["buy"]), (-1, row["detail"]["sell"])):
            if lines and way * bars.c[i - 1] <= way * lines[0] < way * bars.c[i]:
                risk, expiry = abs(lines[0] - row["price"]), bars.tc[i] + 14 * DAY
                return i, position(way, bars.c[i], risk, expiry, bars.digits)
    return None

def outcomes_of(bars, row, entered):
    """Returns every outcome of a row that the bars decide, by leg; `r` of a box trade is that of the published risk."""
    found, (i, p) = {}, entered
    if row["kind"] == "levels":
        lines = {"way": p.way == 1, "sl": p.sl, "tp1": p.tp1, "tp2": p.tp2, "expiry": p.expiry}
        found["entry"] = {"status": None, "price": p.price, "r": None, "barTime": bars.tc[i], "detail": lines}
    for name, leg in zip(("tp1", "tp2"), follow(bars, p, i + 1, bars.n)):
        if leg:
            r = round_to(p.way * (leg[1] - p.price) / p.risk, 6)
            found[name] = {"status": leg[0], "price": leg[1], "r": r, "barTime": bars.tc[leg[2]], "detail": {}}
    return {leg: each | {"seq": row["seq"], "engineVersion": row["engineVersion"]} for leg, each in found.items()}

def touched_levels(bars, row):
    """Returns what came of a forecast when its time was over: the close of the first bar that reached each level."""
    price, length = row["price"], bars.tc[0] - bars.d[0]
    last = row["detail"]["until"] // length * length
    window = range(bisect_left(bars.d, row["barTime"]), bars.known(last))
    (_, h, l, c), first = bars.views[1], []
    for level in row["detail"]["levels"]:
        reached = (i for i in window if (h[i] >= level if level > price else l[i] <= level))
        first.append(next((bars.tc[i] for i in reached), None))
    detail = {"bars": len(window), "touched": [int(time is not None) for time in first], "first": first}
    own = {"status": None, "price": c[bars.known(last) - 1], "r": None, "barTime": last, "detail": detail}
    return own | {"seq": row["seq"], "engineVersion": row["engineVersion"]}

def check_forecast(row, sets):
    """Checks the fields of a forecast: a cone is nested, and a weekly set's levels are those that were not reached."""
    detail, place, price = row["detail"], f"row {row['seq']}", row["price"]
    levels, chances, plain = detail["levels"], detail["chances"], detail["plain"]
    if row["setup"].startswith("cone."):
        nested = [*levels[4::-2], price, *levels[1::2]]
        compare("forecasts: cone is nested", place, (nested, len(levels)), (sorted(nested), 6))
        compare("forecasts: chances", place, (chances, plain), ([0.5, 0.8, 0.95], []))
    else:
        known = [0 <= each <= 1 for each in chances] + [each is None or 0 <= each <= 1 for each in plain]
        compare("forecasts: chances", place, (len(chances), known), (len(levels), [True] * (2 * len(levels))))
    of = sets.get((row["engineVersion"], detail["ref"]))
    if of:
        ahead = [each for each in of["buy"] if each > price] + [each for each in of["sell"] if each < price]
        compare("forecasts: levels of the set", place, levels, ahead)
    compare("forecasts: until", place, detail["until"] > row["barTime"], True)

def cost_of(cost, symbol, price, risk):
    if cost["unit"] == "basisPoints":
        return cost["amount"] * price / 10_000 / risk
    return cost["amount"] * (1 if cost["unit"] == "price" else 0.01 if symbol.endswith("JPY") else 0.0001) / risk

def matched_entries(bars, symbol, entered, stored):
    """Returns the matched entries of docs/formats/record.md over the bars that close by the time of the stored ones."""
    (entry, p), end = entered, bars.known(stored["barsTo"])
    time, limit, last = bars.tc[entry], p.expiry - bars.tc[entry], bars.tc[end - 1]
    hour = bars.same_hour[bars.d[entry] % DAY]
    candidates = hour[bisect_right(hour, entry) : bisect_left(hour, min(bars.known(time + YEAR), end - 1))]
    n, found = len(candidates), []
    reason = "days" if bars.ranges[entry] == 0 else None if n >= 20 else "few" if last > time + YEAR else "wait"
    chosen = candidates if n < 40 else [candidates[(2 * j + 1) * n // 80] for j in range(40)]
    for i in [] if reason else chosen:
        risk = max(2 * bars.tick, p.risk * bars.ranges[i] / bars.ranges[entry])
        own = position(p.way, bars.c[i], risk, bars.tc[i] + limit, bars.digits)
        legs = [leg or (None, bars.c[end - 1]) for leg in follow(bars, own, i + 1, end)]
        results = [half_up(1000 * max(-5, p.way * (leg[1] - own.price) / risk)) for leg in legs]
        found.append((*(leg[0] for leg in legs), *results, cost_of(stored["cost"], symbol, own.price, risk)))
    first, second, entries1, entries2, costs = map(list, zip(*found)) if found else [[]] * 5
    return {
        "reason": reason, "entries1": entries1, "entries2": entries2, "targets1": first.count(1),
        "stops1": first.count(-1), "targets2": second.count(1), "open": second.count(None),
        "costs": sum(half_up(1e6 * cost) for cost in costs),
        "coverage": 0 if reason == "days" else min(1, (last - time) / YEAR),
        "complete": reason in ("days", "few") or last >= time + YEAR + limit,
    }

def compare(check, place, published, known):
    CHECKS.setdefault(check, []).append(published != known and f"{place}: published {published}, computed {known}")

def check_chain(name, rows, number, hashes):
    """Checks the rows of a chain, in order: their hashes, origin and times."""
    known, before = {0: CHAIN_START} | {row[number]: row["hash"] for row in rows}, (0, 0)
    for row in rows:
        n, place, delay = row[number], f"{number} {row[number]}", row["createdAt"] - row["barTime"]
        if "prevHash" in row:  # not in a sealed row
            previous = hashes[max(0, 32 * n - 64) : 32 * n - 32].hex() or known.get(n - 1, row["prevHash"])
            compare(f"{name}: hash", place, row["hash"], hash_of(row))
            compare(f"{name}: hash of the row before", place, row["prevHash"], previous)
        if 32 * n <= len(hashes):
            compare(f"{name}: place in the chain", place, row["hash"], hashes[32 * n - 32 : 32 * n].hex())
        compare(f"{name}: origin", place, row["origin"], "live" if 0 <= delay <= 300_000 else "backfill")
        is_late = delay >= 0 and n > before[0] and row["createdAt"] >= before[1]
        compare(f"{name}: createdAt in order", place, row["createdAt"], row["createdAt"] if is_late else "later")
        before = (n, row["createdAt"])

def check_end(end, series, rows, outcomes, hashes):
    """Checks the register row that ends the series: its hash, its place in the chain, the series and its legs."""
    n, place = end["seq"], f"seq {end['seq']}"
    compare("end: hash", place, end["hash"], hash_of(end))
    if 32 * n <= len(hashes):
        compare("end: place in the chain", place, end["hash"], hashes[32 * n - 32 : 32 * n].hex())
    compare("end: series", place, end["detail"]["seriesId"], series["id"])
    if all("detail" in row for row in rows):  # a sealed row hides its outcomes
        named = [each for each in outcomes if each["status"] == 2 and each["detail"]["ended"] == n]
        compare("end: legs", place, end["detail"]["legs"], len(named))

def voids_of(bars, row, decided, end):
    """Returns the outcome of each leg that was open when the series ended: docs/formats/ledger.md, Ended series."""
    legs = [leg for leg in (("touch",) if row["kind"] == "forecast" else ("tp1", "tp2")) if leg not in decided]
    if row["kind"] == "levels" and "entry" not in decided:
        legs = ["entry"] if end["detail"]["at"] < row["detail"]["d"] + bars.week else []
    own = {"status": 2, "price": bars.c[-1], "r": None, "barTime": end["detail"]["at"]}
    own |= {"detail": {"ended": end["seq"], "reason": end["detail"]["reason"]}}
    own |= {"seq": row["seq"], "engineVersion": row["engineVersion"]}
    return {leg: own for leg in legs}

def check_heads(heads, hashes, size, last, root):
    """Compares heads with a chain: the hash of the last row, and the root of the tree (RFC 9162, 2.1)."""
    wanted, roots, stack = {head[size] for head in heads}, {0: sha256().hexdigest()}, []
    for n in range(1, len(hashes) // 32 + 1):
        node, full = sha256(b"\0" + hashes[32 * n - 32 : 32 * n]).digest(), n
        while full % 2 == 0:
            node, full = sha256(b"\1" + stack.pop() + node).digest(), full // 2
        stack.append(node)
        if n in wanted:
            roots[n] = reduce(lambda right, left: sha256(b"\1" + left + right).digest(), reversed(stack)).hex()
    for head in heads if hashes else []:
        n, place = head[size], f"head of {head['day']}"
        compare(f"heads: {last}", place, head[last], hashes[32 * n - 32 : 32 * n].hex() if n else CHAIN_START)
        if head.get(root):
            compare(f"heads: {root}", place, head[root], roots.get(n, "no such row"))

def check_row(bars, item, series, published_to, end):
    row, outcomes = item["row"], {each["leg"]: each for each in item["outcomes"]}
    place, i, entered = f"row {row['seq']}", bars.known(row["barTime"]) - 1, entry_of(bars, row)
    compare("rows: series", place, (row["seriesId"], row["symbol"]), (series["id"], series["symbol"]))
    for each in (row, *item["outcomes"]):
        compare("bars: inputHash", place, each["inputHash"], bars.hashes[bars.known(each["barTime"])].hex())
    # A weekly set and a forecast may be made by time alone, after the last bar.
    time = row["barTime"] if row["kind"] == "forecast" else bars.tc[i]
    if row["kind"] == "levels":
        time = row["detail"]["d"] + bars.week - 7 * DAY
    compare("rows: price is the close at barTime", place, (row["barTime"], row["price"]), (time, bars.c[i]))
    expected = outcomes_of(bars, row, entered) if entered else {}
    if row["kind"] == "forecast":
        touches, own = touched_levels(bars, row), outcomes.get("touch")
        # After the last bar time alone ends a forecast, unless its series ends first.
        is_void = own["status"] == 2 if own else bool(end)
        over = max(bars.tc[-1], 0 if is_void else published_to.get(row["engineVersion"], 0))
        expected = {"touch": touches} if own and not is_void or touches["barTime"] <= over else {}
    voids = voids_of(bars, row, expected, end) if end else {}
    if row["kind"] in ("condition", "box"):
        # The risk of a box trade is published rounded; one unrounded risk must give its lines and results.
        way, half = entered[1].way, bars.tick / 2 if row["kind"] == "box" else 1e-9 * row["price"]
        sizes = [(way * (row[name] - row["price"]) / k, half / abs(k)) for name, k in LINES] + [(row["range"], half)]
        low, high = max(size - each for size, each in sizes), min(size + each for size, each in sizes)
        compare("rows: stop and targets fit the range", place, low <= high + 1e-9 * row["price"], True)
    for leg in sorted(expected.keys() | outcomes.keys() | voids.keys()):
        known, own = expected.get(leg), outcomes.get(leg)
        if leg in voids or own and own["status"] == 2:
            known = voids.get(leg) or known
            compare("void outcomes", f"{place} {leg}", own and {name: own[name] for name in known or own}, known)
            continue
        if known and own and row["kind"] == "box":
            least, most = sorted(way * (known["price"] - row["price"]) / risk for risk in (low, high))
            known["r"] = own["r"] if least - 1e-6 <= own["r"] <= most + 1e-6 else known["r"]
        if own or known["barTime"] <= published_to.get(row["engineVersion"], 0):
            compare("outcomes", f"{place} {leg}", own and {name: own[name] for name in known or own}, known)
    if item["baseline"]:
        known = matched_entries(bars, row["symbol"], entered, item["baseline"]) if entered else {"reason": "no entry"}
        compare("matched entries", place, {name: item["baseline"][name] for name in known}, known)

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="site", nargs=2, metavar=("HOST", "SYMBOL"))
    for name in ("series", "heads", "hashes-ledger", "hashes-outcomes", "head"):
        parser.add_argument(f"--{name}", metavar="FILE", type=Path)
    parser.add_argument("--history", metavar="ID", type=int)
    given = parser.parse_args()
    if given.site:
        history = f"?series={given.history}" if given.history else ""
        paths = f"series/{parse.quote(given.site[1])}/file{history}", "heads", "hashes/ledger", "hashes/outcomes"
        texts = [request.urlopen(f"{given.site[0].rstrip('/')}/api/record/{path}").read() for path in paths]
    else:
        paths = given.series, given.heads, given.hashes_ledger, given.hashes_outcomes
        texts = [path.read_bytes() if path else b"" for path in paths]
    file, heads, *hashes = json.loads(texts[0]), json.loads(texts[1] or "[]"), *texts[2:]
    kept = json.loads(given.head.read_bytes()) if given.head else []
    if (file["format"], file["version"]) != ("rasat-record-series", 1):
        raise ValueError("this is no series file of version 1")
    own = [*(kept if isinstance(kept, list) else [kept]), *filter(None, [file["head"]])]
    for head in own:
        served = next((each for each in heads if each["day"] == head["day"]), head)
        compare("heads: published as kept", head["day"], served, served | head)
    rows = [item["row"] if "row" in item else item["sealed"] for item in file["rows"]]
    opened = [item for item in file["rows"] if "row" in item]
    outcomes = sorted((each for item in opened for each in item["outcomes"]), key=lambda each: each["no"])
    bars = read_bars(file["series"], file["bars"])
    compare("bars: times rise", file["series"]["symbol"], bars.d, sorted(set(bars.d)))
    check_chain("rows", rows, "seq", hashes[0])
    check_chain("outcomes", outcomes, "no", hashes[1])
    check_heads([*heads, *own], hashes[0], "size", "hash", "root")
    check_heads([*heads, *own], hashes[1], "outcomes", "outcomesHash", "outcomesRoot")
    published_to = {each["engineVersion"]: each["to"] for each in file["published"]}
    end = file.get("ended")
    if end:
        check_end(end, file["series"], rows, outcomes, hashes[0])
        compare("end: after the last bar", f"seq {end['seq']}", bars.tc[-1] <= end["detail"]["at"], True)
    names = [item["row"] for item in opened if item["row"]["kind"] == "levels"]
    sets = {(row["engineVersion"], row["eventKey"]): row["detail"] for row in names}
    for item in opened:
        check_row(bars, item, file["series"], published_to, end)
        if item["row"]["kind"] == "forecast":
            check_forecast(item["row"], sets)
    for check, compared in CHECKS.items():
        found = [difference for difference in compared if difference]
        print(f"{check}: {len(compared)} compared,", f"{len(found)} DIFFER, first {found[0]}" if found else "equal")
    ends = {item["baseline"]["barsTo"] for item in opened if item["baseline"] and not item["baseline"]["complete"]}
    print(f"Sealed rows: {len(rows) - len(opened)}. Last bar: {bars.tc[-1]}. Outcomes are due up to: {published_to}.")
    print(f"Matched entries of unfinished years use the bars up to: {sorted(ends)}.", NOT_CHECKED, sep="\n")
    return int(any(any(compared) for compared in CHECKS.values()))

if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, LookupError, TypeError, StopIteration, struct.error) as error:
        print(f"verify.py: {type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(2)
