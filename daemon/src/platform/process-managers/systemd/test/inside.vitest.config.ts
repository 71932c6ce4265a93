// For the tests that run inside of a machine with systemd, where the repository may only be read.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['**/*.inside.ts'], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false },
})
