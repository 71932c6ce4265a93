// Feature tests with larger numbers: a list of a thousand servers, thousands of joins, floods of headers, bombs.

import '../../daemon/src/features/archives/test/bombs.test.ts'
import '../../daemon/src/features/archives/test/round-trip.test.ts'
import '../../daemon/src/features/metrics/watch-metrics.test.ts'
import '../../daemon/src/platform/confined-files/test/traversal-strings.test.ts'
import '../../panel/src/features/metrics/metric-viewer.test.ts'
import '../../panel/src/features/templates/logic/eggs/mapping/shell-command.test.ts'
import '../../panel/test/access/query-count.test.ts'
import '../../panel/test/access/route-matrix-actions.test.ts'
import '../../panel/test/tokens/ability-routes.test.ts'
import '../../panel/test/sign-in/header-flood.test.ts'
import '../../panel/test/sign-in/second-factor-races.test.ts'
import '../../panel/test/sign-in/two-panels.services.test.ts'
