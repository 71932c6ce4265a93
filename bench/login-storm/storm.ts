// Sign-ins from everywhere at once: each from an address and with a login of its own, so that no limit refuses them
// and the panel has to do the whole work of every single one.

import { Agent, request } from 'node:http'

export interface Storm {
  /** Sign-ins that were checked so far. */
  checked(): number
  /** Whatever is neither checked nor refused for lack of room. */
  failures(): number
  end(): Promise<void>
}

/** The header in which the panel is told where somebody comes from. */
export const addressHeader = 'x-storm-address'

const password = 'no password of anybody'
/** Never one of an earlier storm. */
let strangers = 0

export function startStorm(url: string, atOnce: number): Storm {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let [checked, failures, isOver] = [0, 0, false]
  const people = Array.from({ length: atOnce }, async () => {
    while (!isOver) {
      strangers += 1
      const status = await signIn(agent, url, strangers)
      if (status === 401) checked += 1
      else if (status !== 503) failures += 1
    }
  })
  return {
    checked: () => checked,
    failures: () => failures,
    async end() {
      isOver = true
      await Promise.all(people)
      agent.destroy()
    },
  }
}

function signIn(agent: Agent, url: string, number: number): Promise<number> {
  const body = JSON.stringify({ login: `stranger-${number}`, password })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    [addressHeader]: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  }
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/auth/login`, { method: 'POST', agent, headers }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
