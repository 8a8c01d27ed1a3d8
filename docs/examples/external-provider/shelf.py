#!/usr/bin/env python3
"""An external provider in one file: `shelf:///home/me/shelf.json` keeps values in a JSON file that only its user can read.

With `?locked=yes` the file has a password, which `tool` provides as the credential `password`.
"""
import hashlib, hmac, json, os, re, secrets, sys, time
from urllib.parse import parse_qs, unquote

PROTOCOL = "tool.provider"
SERVER = {"name": "shelf-python", "version": "1.0.0"}
LARGEST_LINE = 1_048_576
KINDS = {
    "parse_error": -32700, "invalid_request": -32600, "method_not_found": -32601, "invalid_params": -32602,
    "internal": -32603, "unsupported_version": -32000, "capability_required": -32001, "deadline_exceeded": -32002,
    "unavailable": -32004, "permission_denied": -32005, "interaction_required": -32006, "operation_failed": -32008,
    "message_too_large": -32009,
}


class Refusal(Exception):
    """Whatever is answered instead of a result. Its message is the kind in words: never a path, an address or a value."""

    def __init__(self, kind):
        self.kind = kind

    def json(self):
        data = {"kind": self.kind, "retryable": self.kind == "unavailable"}
        return {"code": KINDS[self.kind], "message": self.kind.replace("_", " "), "data": data}


def check(is_fine, kind="invalid_params"):
    if not is_fine:
        raise Refusal(kind)


# ---- The store -------------------------------------------------------------------------------------------------------

# {"password": …, "entries": {ITEM: {FIELD: {"value", "revision", "expires"}}}}; the field "" is the entry itself.
path = ""


def read_shelf():
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {"entries": {}}
    except PermissionError:
        raise Refusal("permission_denied") from None
    except (OSError, ValueError):
        raise Refusal("operation_failed") from None


def write_shelf(shelf):
    """The file is replaced as a whole: whoever reads it sees all of it as it was, or as it is."""
    temporary = f"{path}.{secrets.token_hex(6)}"
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(json.dumps(shelf, indent=2) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise Refusal("permission_denied" if isinstance(error, PermissionError) else "operation_failed") from None


def hashed(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt.encode(), n=16384, r=8, p=1, dklen=32).hex()


def unlock(request):
    answer = callback(request, "client.credential", {"name": "password", "scope": path, "required": True})
    check(answer.get("status") == "found", "interaction_required")
    shelf = read_shelf()
    if "password" not in shelf:
        salt = secrets.token_hex(16)
        return write_shelf({"password": {"salt": salt, "hash": hashed(answer["value"], salt)}, **shelf})
    known = shelf["password"]
    check(hmac.compare_digest(hashed(answer["value"], known["salt"]), known["hash"]), "permission_denied")


# ---- What is asked of it ---------------------------------------------------------------------------------------------

def is_text(value, most=None):
    return isinstance(value, str) and (most is None or len(value.encode()) <= most)


def is_name(value):
    return is_text(value, 4096)


def is_whole(value, least, most=2**53 - 1):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def members(value, needed, possible=()):
    """An object with these members, and those at most."""
    check(isinstance(value, dict) and all(name in value for name in needed))
    check(all(name in needed or name in possible for name in value))
    return [value.get(name) for name in (*needed, *possible)]


def place_of(address):
    check(isinstance(address, dict))
    if address.get("kind") == "convention":
        _, project, profile, key = members(address, ("kind", "project", "profile", "key"))
        check(is_name(project) and is_name(profile) and is_name(key) and key != "")
        return f"{project}/{profile}/{key}", ""
    check(address.get("kind") == "native")
    _, coordinates = members(address, ("kind", "coordinates"))
    item, field, *others = members(coordinates, ("item",), ("field", "vault", "section", "version"))
    check(is_name(item) and item != "" and (field is None or is_name(field)) and others == [None, None, None])
    return item, field or ""


def read(place, shelf=None):
    item, field = place
    entry = (shelf or read_shelf())["entries"].get(item, {}).get(field)
    if entry is None or (entry["expires"] is not None and entry["expires"] <= now()):
        return {"status": "missing"}
    return {"status": "found", "value": entry["value"], "expires_at_unix_ms": entry["expires"], "revision": entry["revision"]}


def write(place, value, expires):
    check(is_text(value))
    shelf = read_shelf()
    entry = {"value": value, "revision": secrets.token_hex(8), "expires": expires}
    shelf["entries"].setdefault(place[0], {})[place[1]] = entry
    write_shelf(shelf)
    return {"stored": True}


def remove_where(is_removed):
    shelf = read_shelf()
    places = [(item, field) for item, fields in shelf["entries"].items() for field in fields if is_removed(item, field)]
    for item, field in places:
        del shelf["entries"][item][field]
    shelf["entries"] = {item: fields for item, fields in shelf["entries"].items() if fields}
    if places:
        write_shelf(shelf)
    return len(places)


def resolve_address(place):
    return {"coordinates": {"item": place[0], **({"field": place[1]} if place[1] else {})}}


def get_many(params):
    (requests,) = members(params, ("requests",))
    check(isinstance(requests, list) and len(requests) <= 1024)
    named = [members(request, ("name", "address")) for request in requests]
    check(all(is_name(name) and name != "" for name, _ in named) and len({name for name, _ in named}) == len(named))
    shelf = read_shelf()
    return {"results": [{"name": name, **read(place_of(address), shelf)} for name, address in named]}


def set_value(params):
    address, value = members(params, ("address", "value"))
    return write(place_of(address), value, None)


def set_expiring(params):
    address, value, ttl = members(params, ("address", "value", "ttl_ms"))
    check(is_whole(ttl, 1))
    return write(place_of(address), value, now() + ttl)


def clear(params):
    (scope,) = members(params, ("scope",))
    check(isinstance(scope, dict))
    if scope.get("kind") == "all":
        members(scope, ("kind",))
        return {"cleared": remove_where(lambda item, field: True)}
    check(scope.get("kind") == "convention")
    _, project, profile = members(scope, ("kind", "project", "profile"))
    check(is_name(project) and is_name(profile))
    return {"cleared": remove_where(lambda item, field: field == "" and item.startswith(f"{project}/{profile}/"))}


def reflect(params):
    project, profile = members(params, ("project", "profile"))
    check(is_name(project) and is_name(profile))
    beginning = f"{project}/{profile}/"
    items = [item for item in read_shelf()["entries"] if item.startswith(beginning)]
    declared = {item[len(beginning):]: {"description": "From the shelf", "required": True, "ref": {"item": item}} for item in items}
    return {"schema_version": 1, "declarations": declared}


def addressed(work):
    return lambda params: work(place_of(members(params, ("address",))[0]))


METHODS = {
    "provider.resolve_address": addressed(resolve_address),
    "provider.get": addressed(read),
    "provider.get_many": get_many,
    "provider.exists": addressed(lambda place: {"exists": read(place)["status"] == "found"}),
    "provider.set": set_value,
    "provider.set_expiring": set_expiring,
    "provider.delete": addressed(lambda place: {"deleted": remove_where(lambda *other: other == place) > 0}),
    "provider.clear": clear,
    "provider.check_writable": addressed(lambda place: {}),
    "provider.check_deletable": addressed(lambda place: {}),
    "provider.describe_write_target": addressed(
        lambda place: {"description": f"{place[0]}{', field ' + place[1] if place[1] else ''} on the shelf"}
    ),
    "provider.reflect": reflect,
}


# ---- The session -----------------------------------------------------------------------------------------------------

state = {"is_open": False, "limit": LARGEST_LINE, "last_id": 0, "callbacks": 0}
waiting = []


def now():
    return int(time.time() * 1000)


def line_of(message):
    return json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def send(message):
    sys.stdout.buffer.write(line_of(message))
    sys.stdout.buffer.flush()


def last(message):
    send(message)
    sys.exit(0)


def callback(request, method, params):
    """Asks `tool` something, within the request that is under way; what else arrives in the meantime waits."""
    state["callbacks"] += 1
    identifier = state["callbacks"]
    meta = {"deadline_unix_ms": request["_meta"]["deadline_unix_ms"], "parent_request_id": request["id"]}
    send({"id": identifier, "method": method, "params": params, "_meta": meta})
    while True:
        message = next_message()
        if "method" in message:
            waiting.append(message)
        elif message["id"] == identifier:
            check("result" in message, "interaction_required")
            return message["result"]
        else:
            sys.exit(1)


def initialize(request):
    global path
    protocol, versions, client, limits, application, methods = members(
        request["params"], ("protocol", "versions", "client", "limits", "application"), ("client_methods",)
    )
    check(is_text(protocol) and isinstance(versions, list) and versions and all(is_whole(one, 1) for one in versions))
    check(all(is_text(one) for one in members(client, ("name", "version"))))
    methods = [] if methods is None else methods
    check(isinstance(methods, list) and all(is_text(one, 256) for one in methods))
    frame, most = members(limits, ("max_frame_bytes", "max_in_flight"))
    check(is_whole(frame, 4096, LARGEST_LINE) and is_whole(most, 1, 32))
    check(protocol == PROTOCOL and 1 in versions, "unsupported_version")
    scheme, uri, context = members(application, ("scheme", "uri", "context"))
    check(is_text(scheme) and re.fullmatch("[a-z][a-z0-9-]*", scheme) and is_text(uri, 32768) and uri.startswith(scheme + ":"))
    needed = ("project", "profile", "base_dir", "reason")
    project, profile, base, reason, _ = members(context, needed, ("requested_authorization_duration_ms",))
    check(all(one is None or is_text(one, 4096) for one in (project, profile, reason)))
    check(base is None or (is_text(base, 32768) and os.path.isabs(base)))
    location, _, query = uri[len(scheme) + 1:].removeprefix("//").partition("?")
    check(location != "" and (location.startswith("/") or base is not None))
    path = os.path.join(base or "/", unquote(location))
    if parse_qs(query).get("locked") == ["yes"]:
        check("client.credential" in methods, "interaction_required")
        unlock(request)
    provider = {
        "name": scheme, "display_uri": f"{scheme}://{path}", "supported_coordinates": ["field"],
        "generated_value_persistence": "persist", "prompted_value_persistence": "persist",
        "storage_identity": path, "entry_container_identity": path, "physical_store_path": path,
    }
    return {
        "protocol": protocol, "version": 1, "server": SERVER, "methods": list(METHODS), "capabilities": {},
        "limits": {"max_frame_bytes": frame, "max_in_flight": min(most, 16)}, "application": {"provider": provider},
    }


def discover():
    names = ["rpc.discover", "rpc.initialize", "rpc.shutdown", *METHODS]
    described = [{"name": name, "params": [], "result": {"name": "result", "schema": {"type": "object"}}} for name in names]
    extension = {"protocol": PROTOCOL, "versions": [1], "server": SERVER, "methods": list(METHODS)}
    extension["absolute_max_frame_bytes"] = LARGEST_LINE
    return {"openrpc": "1.3.2", "info": {"title": PROTOCOL, "version": "1.0.0"}, "methods": described, "x-tool": extension}


def run(request):
    method, params = request["method"], request["params"]
    if method == "rpc.initialize":
        return initialize(request)
    if method == "rpc.discover":
        return members(params, ()) or discover()
    if method == "rpc.shutdown":
        return members(params, ()) or {}
    if method in METHODS:
        return METHODS[method](params)
    raise Refusal("capability_required" if method.startswith(("provider.", "resolver.")) else "method_not_found")


def answer(request):
    identifier, method = request["id"], request["method"]
    is_opening = method == "rpc.initialize"
    if is_opening if state["is_open"] else not is_opening and method != "rpc.discover":
        last({"id": identifier, "error": Refusal("invalid_request").json()})
    try:
        check(request["_meta"]["deadline_unix_ms"] > now(), "deadline_exceeded")
        result = run(request)
        check(len(line_of({"id": identifier, "result": result})) - 1 <= state["limit"], "message_too_large")
    except Refusal as refusal:
        (last if is_opening else send)({"id": identifier, "error": refusal.json()})
        return
    except Exception:
        (last if is_opening else send)({"id": identifier, "error": Refusal("internal").json()})
        return
    if is_opening:
        state.update(is_open=True, limit=result["limits"]["max_frame_bytes"])
    (last if method == "rpc.shutdown" else send)({"id": identifier, "result": result})


# ---- The lines -------------------------------------------------------------------------------------------------------

class Breach(Exception):
    """JSON that breaks a rule which `json` does not know."""


def once(pairs):
    if len({name for name, _ in pairs}) < len(pairs):
        raise Breach
    return dict(pairs)


def constant(text):
    raise ValueError(text)


def depth_of(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth_of, inner), default=0)


def message_in(line):
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        sys.exit(1)
    try:
        message = json.loads(text, object_pairs_hook=once, parse_constant=constant)
        # Halves of characters cannot be encoded.
        json.dumps(message, ensure_ascii=False).encode()
        is_sound = depth_of(message) <= 64 and is_envelope(message)
    except (Breach, UnicodeEncodeError):
        is_sound = False
    except RecursionError:
        is_sound = False
    except ValueError:
        last({"id": None, "error": Refusal("parse_error").json()})
    if not is_sound:
        last({"id": None, "error": Refusal("invalid_request").json()})
    return message


def is_envelope(message):
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return False
    if "method" not in message:
        is_answer = set(message) <= {"jsonrpc", "id", "result", "error"} and ("result" in message) != ("error" in message)
        return is_answer and is_whole(message.get("id"), 1)
    if not is_text(message["method"], 256) or message["method"] == "":
        return False
    if "id" not in message:
        return set(message) <= {"jsonrpc", "method", "params"} and isinstance(message.get("params", {}), dict)
    meta = message.get("_meta")
    if set(message) != {"jsonrpc", "id", "method", "params", "_meta"} or not isinstance(meta, dict):
        return False
    is_fine = is_whole(message["id"], 1) and isinstance(message["params"], dict)
    return is_fine and set(meta) == {"deadline_unix_ms"} and is_whole(meta["deadline_unix_ms"], 0)


def next_message():
    """The next request or answer; the process ends with its input, and at a line that is none."""
    while True:
        line = sys.stdin.buffer.readline(state["limit"] + 1)
        if line == b"":
            sys.exit(0)
        if not line.endswith(b"\n") or line == b"\n":
            sys.exit(1)
        message = message_in(line[:-1])
        if "id" not in message:
            continue
        if "method" in message:
            if message["id"] <= state["last_id"]:
                last({"id": message["id"], "error": Refusal("invalid_request").json()})
            state["last_id"] = message["id"]
        return message


while True:
    request = waiting.pop(0) if waiting else next_message()
    if "method" not in request:
        sys.exit(1)
    answer(request)
