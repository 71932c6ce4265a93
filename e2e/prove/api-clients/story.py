# The generated Python client tells the story of a service account: creates a server, follows its task, reads, uploads, downloads, stops, deletes.

import io
import os
import time

from rookery_client import AuthenticatedClient
from rookery_client.api.files import download_files, upload_files
from rookery_client.api.nodes import list_nodes
from rookery_client.api.servers import (
    create_server,
    delete_server,
    get_server,
    get_server_console,
    start_server,
    stop_server,
)
from rookery_client.api.tasks import get_task
from rookery_client.api.templates import list_templates
from rookery_client.models import (
    CreateServerRequest,
    DeleteServerFiles,
    RunState,
    TaskStatus,
    UploadFilesBody,
)
from rookery_client.types import File

client = AuthenticatedClient(base_url=os.environ["PANEL"], token=os.environ["KEY"])


def follow(task_id: int) -> None:
    ended = {TaskStatus.SUCCESS, TaskStatus.ERROR, TaskStatus.CANCELED}
    for _ in range(600):
        task = get_task.sync(task_id, client=client)
        if task.status in ended:
            assert task.status == TaskStatus.SUCCESS, task.reason
            return
        time.sleep(0.1)
    raise TimeoutError(f"task {task_id}")


node = next(one for one in list_nodes.sync(client=client) if one.online)
arena = next(one for one in list_templates.sync(client=client) if one.slug == "arena")
made = create_server.sync(
    client=client,
    body=CreateServerRequest(name="From Python", node_id=node.id, template_id=arena.id),
)
follow(made.task_id)
follow(start_server.sync(made.id, client=client).task_id)
for _ in range(600):
    if get_server.sync(made.id, client=client).state == RunState.RUNNING:
        break
    time.sleep(0.1)
assert get_server_console.sync(made.id, client=client).output != ""
text = b"from python"
note = File(payload=io.BytesIO(text), file_name="note.txt", mime_type="text/plain")
stored = upload_files.sync(made.id, client=client, body=UploadFilesBody(files=[note]))
assert stored[0].path == "note.txt", stored
back = download_files.sync_detailed(made.id, client=client, path="note.txt")
assert back.content == text, back.content
follow(stop_server.sync(made.id, client=client).task_id)
gone = delete_server.sync_detailed(made.id, client=client, files=DeleteServerFiles.DELETE)
assert gone.status_code == 204, gone.content
print("story told")
