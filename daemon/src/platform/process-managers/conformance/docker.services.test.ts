// Docker passes the conformance suite, on a real engine.

import { beforeAll, describe } from 'vitest'
import { missingDockerEngine } from '../../../../../test-services/docker-engine.ts'
import { type SharedEngine, sharedDocker } from '../../../../../test-services/shared.ts'
import { containerManagerUnderTest } from './container-fixture.ts'
import { describeProcessManager } from './process-manager-suite.ts'

const missing = missingDockerEngine()
if (missing !== null) console.log(`skipped: ${missing}`)

describe.skipIf(missing !== null)('Docker', () => {
  let engine: SharedEngine
  beforeAll(async () => {
    engine = await sharedDocker()
  })
  describeProcessManager(containerManagerUnderTest('docker', () => engine))
})
