// What the panel stores, on PostgreSQL and MariaDB: every case of the conformance suite, of stored secrets and of outages.

import '../../panel/src/platform/database/remote/mysql.services.test.ts'
import '../../panel/src/platform/database/remote/postgres.services.test.ts'
import '../../panel/test/outages/database-gone.services.test.ts'
import '../../panel/test/secrets/stored-secrets.services.test.ts'
