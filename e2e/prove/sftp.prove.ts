// 500 MB each way with the real sftp program, and everything else that it is used for.

import '../../daemon/test/sftp/files.test.ts'
import '../../daemon/test/sftp/hostile-clients.test.ts'
import '../sftp/openssh.services.test.ts'
