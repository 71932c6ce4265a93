# What schemathesis is told beside the description: ids of things that exist, what it must leave alone, bytes, and one more check.

import json
import os
import urllib.error
import urllib.request

import schemathesis
from hypothesis import strategies

panel = os.environ["PANEL"]
administrator = os.environ["ADMINISTRATOR_SESSION"]
as_person = os.environ.get("AS_PERSON") == "yes"

for media_type in [
    "application/offset+octet-stream",
    "application/octet-stream",
    "application/zip",
    "application/gzip",
    "text/csv",
    "text/javascript",
    "text/x-shellscript",
]:
    schemathesis.openapi.media_type(media_type, strategies.binary(max_size=64))


@schemathesis.serializer("application/offset+octet-stream", "application/zip", "application/gzip")
def as_bytes(context, value):
    return {"data": value if isinstance(value, bytes) else str(value).encode()}


def ask(method, path, body=None):
    headers = {"Authorization": f"Bearer {administrator}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(panel + path, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or "null")
    except urllib.error.HTTPError as refused:
        refused.read()
        return []


def ids(path):
    return [one["id"] for one in ask("GET", path) or [] if "id" in one]


own_node = min(ids("/api/nodes"))
own_user = ask("GET", "/api/profile")["id"]
arena = next(one["id"] for one in ask("GET", "/api/templates") if one["slug"] == "arena")
built_in_roles = {one["id"] for one in ask("GET", "/api/roles") if one["built_in"]}

known: dict[str, list] = {}
asked = 0


def provide_servers():
    """Servers that the run may start, fill and delete, each with something to be found by its id."""
    missing = 3 - len(ids("/api/servers"))
    for number in range(max(0, missing)):
        made = ask("POST", "/api/servers", {"name": f"Fuzzed {number}", "node_id": own_node, "template_id": arena})
        if made:
            timing = {"by": "interval", "minutes": 60}
            schedule = {"name": "Hourly", "action": "command", "command": "list", "timing": timing, "time_zone": "UTC"}
            ask("POST", f"/api/servers/{made['id']}/tasks", schedule)
            ask("POST", f"/api/servers/{made['id']}/start")


def existing(place, path):
    """Ids of what there is; asked again now and then, because the run creates and deletes."""
    global asked
    asked += 1
    if asked % 200 == 0:
        known.clear()
    if not known:
        known["/api/nodes"] = ids("/api/nodes")
        provide_servers()
    if path not in known:
        known[path] = [one[place] for one in ask("GET", path) or [] if isinstance(one, dict) and place in one]
    return known[path]


def is_id(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**31


def existing_id(value, path, place="id"):
    """Three of four cases are about something that is there; one of them about the node that is online."""
    if path == "/api/nodes" and value % 4 == 1:
        return own_node
    found = existing(place, path)
    return found[value % len(found)] if found and value % 4 else value


def fill_path(case):
    """Random ids are ids of nothing: most would only show a 404."""
    values = case.path_parameters
    template = case.operation.path
    collection = template.split("/{")[0]
    server = values.get("server_id")
    if is_id(server):
        server = values["server_id"] = existing_id(server, "/api/servers")
    for name in ("id", "backup", "key", "delivery", "run"):
        if name not in values or not is_id(values[name]):
            continue
        before = template.split("/{" + name + "}")[0]
        for other, value in values.items():
            before = before.replace("{" + other + "}", str(value))
        if "{" in before or not str(before).isprintable() or " " in before:
            continue
        values[name] = existing_id(values[name], before)
    return collection, values.get("id")


def leave_alone(case, collection, chosen):
    """The node, the account and the roles that the run itself needs are read, never changed."""
    if case.method.upper() in ("GET", "HEAD", "OPTIONS"):
        return
    needed = {"/api/nodes": {own_node}, "/api/users": {own_user}, "/api/roles": built_in_roles}
    if any(str(chosen).strip() == str(one) for one in needed.get(collection, ())):
        case.path_parameters["id"] = 2**31 - 1


def fill_body(case):
    """Servers are of the game that needs no download, and no address but this machine's own is asked."""
    body = case.body
    if not isinstance(body, dict):
        return
    if is_id(body.get("template_id")):
        body["template_id"] = arena
    if is_id(body.get("node_id")):
        body["node_id"] = own_node
    for field in ("url", "host", "endpoint"):
        if isinstance(body.get(field), str) and body[field].isprintable() and "." in body[field]:
            body[field] = "https://127.0.0.1:9" if "://" in body[field] else "127.0.0.1"


ends_sessions = {"logOut", "endOwnSession", "updateProfile", "setUpTwoFactor", "confirmTwoFactor"}
people = 0


def throwaway_session():
    """Of a person who is there for one request, which may end the session."""
    global people
    people += 1
    login, password = f"person{os.getpid()}x{people}", "weighed and found light"
    user = {"login": login, "email": f"{login}@example.com", "password": password, "roles": ["admin"]}
    ask("POST", "/api/users", user)
    return ask("POST", "/api/auth/login", {"login": login, "password": password})["token"]


def bearer(token):
    """Headers are settled before this: it has the last word. What is sent without a session, or with none, stays so."""

    def sign(request):
        if request.headers.get("Authorization") == f"Bearer {administrator}":
            request.headers["Authorization"] = f"Bearer {token}"
        return request

    return sign


@schemathesis.hook
def before_call(context, case, kwargs):
    if isinstance(case.path_parameters, dict) and case.path_parameters:
        collection, chosen = fill_path(case)
        leave_alone(case, collection, chosen)
    fill_body(case)
    if as_person and case.operation.definition.raw.get("operationId") in ends_sessions:
        kwargs["auth"] = bearer(throwaway_session())


# The world around the panel: a game that is not running, a node that is not there.
outside = {"game_unreachable", "node_offline", "captcha_unavailable"}


@schemathesis.check
def no_fault_of_the_panel(context, response, case):
    if response.status_code < 500:
        return
    code = response.json().get("code")
    asks_elsewhere = code == "unavailable" and case.operation.path == "/api/backup-storages/sftp-host-key"
    assert response.status_code == 503 and (code in outside or asks_elsewhere), f"{response.status_code} {code}"
