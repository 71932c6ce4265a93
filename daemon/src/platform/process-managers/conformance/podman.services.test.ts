// Podman passes the conformance suite, on a real engine.

import { beforeAll, describe } from 'vitest'
import { missingPodmanEngine } from '../../../../../test-services/podman-engine.ts'
import { type SharedEngine, sharedPodman } from '../../../../../test-services/shared.ts'
import { containerManagerUnderTest } from './container-fixture.ts'
import { describeProcessManager } from './process-manager-suite.ts'

const missing = missingPodmanEngine()
if (missing !== null) console.log(`skipped: ${missing}`)

describe.skipIf(missing !== null)('Podman', () => {
  let engine: SharedEngine
  beforeAll(async () => {
    engine = await sharedPodman()
  })
  describeProcessManager(containerManagerUnderTest('podman', () => engine))
})
