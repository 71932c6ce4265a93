// Webhooks of two panels on one database: many events at once, and the death of the one that delivers.

import '../../panel/test/webhooks/two-panels.services.test.ts'
