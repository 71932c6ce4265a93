// Games and installations as plain processes, under systemd, Docker and Podman: every case of each, also those that another one shows before a change lands.

import '../../daemon/src/platform/process-managers/conformance/docker.services.test.ts'
import '../../daemon/src/platform/process-managers/conformance/podman.services.test.ts'
import '../../daemon/src/platform/process-managers/conformance/process.test.ts'
import '../../daemon/src/platform/process-managers/containers/test/containers.services.test.ts'
import '../../daemon/src/platform/process-managers/systemd/test/systemd.services.test.ts'
import '../../daemon/test/install/scripts.services.test.ts'
