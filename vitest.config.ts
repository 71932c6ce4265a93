// Test suites: rules and features that run anywhere, and port contracts that need real services.

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const services = ['**/*.services.test.ts']
const stories = ['e2e/**/*.test.ts']

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'anywhere',
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...services, ...stories],
          // Most of these wait for something; vitest's own choice on a small machine is a single worker.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          include: services,
          exclude: ['**/node_modules/**'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: stories,
          exclude: ['**/node_modules/**', ...services],
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
    ],
  },
})
