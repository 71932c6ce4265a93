// A machine joins by the command that the panel shows, pasted into every shell.

import '../second-node.test.ts'
