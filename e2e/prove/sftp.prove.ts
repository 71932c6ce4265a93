// 500 MB each way with the real sftp program, and everything else that it is used for.

import '../sftp/openssh.services.test.ts'
