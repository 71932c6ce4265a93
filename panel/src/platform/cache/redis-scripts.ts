// The operations that Redis has no single command for, as scripts, which Redis runs one at a time.

import { type CommandParser, defineScript } from 'redis'

export const redisScripts = {
  incrementIfBelow: defineScript({
    NUMBER_OF_KEYS: 1,
    SCRIPT: `
      local count = tonumber(redis.call('GET', KEYS[1]) or '0')
      if count >= tonumber(ARGV[1]) then return {0, count} end
      count = redis.call('INCR', KEYS[1])
      if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
      return {1, count}`,
    parseCommand(parser: CommandParser, key: string, limit: number, ttlMs: number) {
      parser.pushKey(key)
      parser.push(String(limit), String(ttlMs))
    },
    transformReply: ([allowed, count]: [number, number]) => ({ allowed: allowed === 1, count }),
  }),
  decrementAboveZero: defineScript({
    NUMBER_OF_KEYS: 1,
    SCRIPT: `
      local count = tonumber(redis.call('GET', KEYS[1]) or '0')
      if count <= 1 then redis.call('DEL', KEYS[1]) return 0 end
      return redis.call('DECR', KEYS[1])`,
    parseCommand(parser: CommandParser, key: string) {
      parser.pushKey(key)
    },
    transformReply: (count: number) => count,
  }),
  // ARGV: whether a value is expected, that value, whether one follows, that value, its life.
  compareAndSet: defineScript({
    NUMBER_OF_KEYS: 1,
    SCRIPT: `
      local current = redis.call('GET', KEYS[1])
      if ARGV[1] == '0' then
        if current then return 0 end
      elseif current ~= ARGV[2] then
        return 0
      end
      if ARGV[3] == '0' then redis.call('DEL', KEYS[1])
      else redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[5]) end
      return 1`,
    parseCommand(
      parser: CommandParser,
      key: string,
      expected: string | null,
      next: string | null,
      ttlMs: number,
    ) {
      parser.pushKey(key)
      parser.push(expected === null ? '0' : '1', expected ?? '', next === null ? '0' : '1', next ?? '')
      parser.push(String(ttlMs))
    },
    transformReply: (isDone: number) => isDone === 1,
  }),
}
