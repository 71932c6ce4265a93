// Games and installations in containers: every case on both engines, also those that only one of them shows before a change lands.

import '../../daemon/src/platform/process-managers/conformance/docker.services.test.ts'
import '../../daemon/src/platform/process-managers/conformance/podman.services.test.ts'
import '../../daemon/src/platform/process-managers/containers/test/containers.services.test.ts'
import '../../daemon/test/install/scripts.services.test.ts'
