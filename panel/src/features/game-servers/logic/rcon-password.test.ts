import { expect, test } from 'vitest'
import { rconPasswordProblem } from './rcon-password.ts'

const quake = { name: 'Quake', command: ['q3', '+set', 'rconPassword', '{rcon.password}', '+map', 'q3dm1'] }
const rust = { name: 'Rust', command: ['./rust', '-batchmode', '+rcon.password', '{rcon.password}'] }
const factorio = { name: 'Factorio', command: ['factorio', '--rcon-password', '{rcon.password}'] }
const ofShell = { name: 'Egg', command: { shell: './game +rcon_password "$RCON_PASSWORD"' } }
const inFile = { name: 'Minecraft', command: ['java', '-jar', 'server.jar', '+x'] }

test.each([
  'a";quit;"12',
  'secret;quit',
  'secret +quit',
  'secret+quit',
  '-condebug1',
  '$hostname1',
  'back\\slash',
  'see//this',
])('a game that reads its arguments as commands does not take %j', password => {
  for (const game of [quake, rust]) {
    expect(rconPasswordProblem(game, password)).toContain(`${game.name} would read commands in it`)
  }
  for (const game of [factorio, inFile, ofShell]) expect(rconPasswordProblem(game, password)).toBeNull()
})

test('every other password of some length is good', () => {
  for (const game of [quake, rust, factorio, inFile, ofShell]) {
    expect(rconPasswordProblem(game, 'k7Qp3mRv-9sWd_!')).toBeNull()
    expect(rconPasswordProblem(game, 'shortie')).toBe('must have at least 8 characters')
    expect(rconPasswordProblem(game, '🦢'.repeat(8))).toBeNull()
  }
})
