// A schedule that falls due while the panel is dead runs on the node, and the panel tells of it when it is back.

import '../schedules.test.ts'
