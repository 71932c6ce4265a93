// Runs inside a test machine with the package: starts a server of the demo game as its administrator.

import { signIn } from '../api.ts'

const api = await signIn('http://127.0.0.1:8025', { login: 'chief', password: 'correct-horse-battery' })
await api.waitForState(await api.createArena('Outlives upgrades'), 'running')
