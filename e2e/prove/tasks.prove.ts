// Tasks over panel and node: every kind of token and person that may follow them, and a node that is away for too long.

import '../live/tasks.test.ts'
