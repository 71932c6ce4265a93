// Certificates by ACME: every case, also a challenge that is refused and a panel that is restarted.

import '../operate/acme.services.test.ts'
