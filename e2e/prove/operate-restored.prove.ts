// A restored backup while its node has gone on, twice: every task is done, and no game is lost.

import '../operate/restored.test.ts'
