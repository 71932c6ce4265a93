// Measures a piece of work and its baseline in turns, so that whatever else the machine does meets both alike.

export interface Round {
  figure: number
  baseline: number
}

const roundCount = 5

interface Sides {
  figure(): Promise<number>
  baseline(): Promise<number>
}

/** Five rounds; short turns within one share a disturbance even better. */
export async function measureRounds({ figure, baseline }: Sides, turnsPerRound = 1): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < roundCount; round++) {
    const sums = { figure: 0, baseline: 0 }
    for (let turn = 0; turn < turnsPerRound; turn++) {
      sums.baseline += await baseline()
      sums.figure += await figure()
    }
    rounds.push({ figure: sums.figure / turnsPerRound, baseline: sums.baseline / turnsPerRound })
  }
  return rounds
}

/** The round with the median ratio, so that figure, baseline and ratio belong together. */
export function middleRound<Measured extends Round>(rounds: readonly Measured[]): Measured {
  const ordered = rounds.toSorted((a, b) => a.figure / a.baseline - b.figure / b.baseline)
  const middle = ordered[Math.floor(ordered.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}
