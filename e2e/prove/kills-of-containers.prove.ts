// A game in a container prints on while its daemon is killed 30 times: no line is lost, none doubled.

import '../../daemon/src/platform/process-managers/containers/test/killed-daemon.services.test.ts'
