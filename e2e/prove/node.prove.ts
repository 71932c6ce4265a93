// A node in long series: 20 and 40 kills of a daemon in the middle of output, 50,000 interleavings of run states, large archives.

import '../../daemon/src/platform/process-managers/process/test/flooding.test.ts'
import '../../daemon/src/platform/process-managers/process/test/surviving.test.ts'
import '../../daemon/test/install/unpack.test.ts'
import '../../daemon/test/run-states/run-states.test.ts'
import '../../daemon/test/survive-the-daemon.test.ts'
import '../../daemon/test/tasks.test.ts'
