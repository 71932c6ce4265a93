// Docker keeps the contract, on a real engine.

import { afterAll, beforeAll, describe } from 'vitest'
import { type ContainerEngine, importBusybox } from '../../../../../test-services/container-engine.ts'
import { missingDockerEngine, startDockerEngine } from '../../../../../test-services/docker-engine.ts'
import { containerManagerUnderTest, testImage } from './container-fixture.ts'
import { describeProcessManager } from './process-manager-contract.ts'

const missing = missingDockerEngine()
if (missing !== null) console.log(`skipped: ${missing}`)

describe.skipIf(missing !== null)('Docker', () => {
  let engine: ContainerEngine
  beforeAll(async () => {
    engine = await startDockerEngine()
    await importBusybox(engine, testImage)
  })
  afterAll(() => engine?.stop())
  describeProcessManager(containerManagerUnderTest('docker', () => engine))
})
