// Signing in with every CAPTCHA provider in a browser: not solved, not passed, then passed.

import '../captcha.test.ts'
