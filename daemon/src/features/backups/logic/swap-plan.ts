// What is left to do of an exchange of two folders, by what is on the disk: whenever it was cut off, the game server's
// folder ends as the former one or as the new one, whole.
//
//   present, fresh          nothing was renamed yet: the fresh one is complete, so it goes on
//   former, fresh           the present one was put aside: the fresh one takes its place
//   present, former         it is done: the former one waits to be removed
//   former alone            the fresh one is gone, which nobody here does: the former one goes back

export interface SwapFacts {
  hasPresent: boolean
  hasFormer: boolean
  hasFresh: boolean
}

export type SwapStep = 'put_aside' | 'put_in_place' | 'put_back' | 'done'

/** The next one; each is one rename, after which the disk is looked at again. */
export function nextSwapStep({ hasPresent, hasFormer, hasFresh }: SwapFacts): SwapStep {
  if (hasFresh) return hasPresent ? 'put_aside' : 'put_in_place'
  return !hasPresent && hasFormer ? 'put_back' : 'done'
}
