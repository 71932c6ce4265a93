// Podman keeps the contract, on a real engine.

import { afterAll, beforeAll, describe } from 'vitest'
import { type ContainerEngine, importBusybox } from '../../../../../test-services/container-engine.ts'
import { missingPodmanEngine, startPodmanEngine } from '../../../../../test-services/podman-engine.ts'
import { containerManagerUnderTest, testImage } from './container-fixture.ts'
import { describeProcessManager } from './process-manager-contract.ts'

const missing = missingPodmanEngine()
if (missing !== null) console.log(`skipped: ${missing}`)

describe.skipIf(missing !== null)('Podman', () => {
  let engine: ContainerEngine
  beforeAll(async () => {
    engine = await startPodmanEngine()
    await importBusybox(engine, testImage)
  })
  afterAll(() => engine?.stop())
  describeProcessManager(containerManagerUnderTest('podman', () => engine))
})
