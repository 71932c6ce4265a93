// Edits one config file in a thread of its own and ends.

import { parentPort, workerData } from 'node:worker_threads'
import { type EditOrder, editWithinLimits } from './edit-within-limits.ts'

const { bytes, file, limitMs } = workerData as EditOrder
parentPort?.postMessage(editWithinLimits(Buffer.from(bytes), file, limitMs))
