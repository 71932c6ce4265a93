// The browsers of the login storm, in a thread of their own so that the panel's loop is measured alone.

import { parentPort, workerData } from 'node:worker_threads'

const { url, logins, password, askEveryMs } = workerData
let isOver = false

async function logIn(login) {
  const begun = performance.now()
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  await response.text()
  return { status: response.status, tookMs: performance.now() - begun }
}

async function askMeanwhile() {
  const tookMs = []
  while (!isOver) {
    const begun = performance.now()
    await (await fetch(`${url}/api/health`)).text()
    tookMs.push(performance.now() - begun)
    await new Promise(resolve => setTimeout(resolve, askEveryMs))
  }
  return tookMs
}

const begun = performance.now()
const asking = askMeanwhile()
const answers = await Promise.all(logins.map(logIn))
const stormMs = performance.now() - begun
isOver = true
parentPort.postMessage({ answers, stormMs, restTookMs: await asking })
