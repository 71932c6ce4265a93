// Questions of one node (rule L12) in a bounded queue: few are answered at a time, so that a node that asks without end
// takes nothing away from other nodes and from people. What does not fit is refused; who goes on is cut off.

export interface QuestionLimits {
  atOnce: number
  waiting: number
  waitingBytes: number
  /** So many refusals within the window, and the node is no longer listened to. */
  refusals: number
  refusalWindowMs: number
}

/** All SFTP sessions of a node may ask again at the same moment, after a change of rights. */
export const usualQuestionLimits: QuestionLimits = {
  atOnce: 8,
  waiting: 1_000,
  waitingBytes: 4 * 1024 * 1024,
  refusals: 4_000,
  refusalWindowMs: 10_000,
}

export interface QuestionQueueOptions<Question> {
  limits: QuestionLimits
  /** Never rejects. */
  answer(question: Question): Promise<void>
  refuse(question: Question): void
  /** Said once. */
  overrun(): void
  clock(): number
}

export interface QuestionQueue<Question> {
  push(question: Question, weightBytes: number): void
  /** What waits is forgotten. */
  close(): void
}

export function createQuestionQueue<Question>(
  options: QuestionQueueOptions<Question>,
): QuestionQueue<Question> {
  const { limits } = options
  const waiting: { question: Question; weightBytes: number }[] = []
  let waitingBytes = 0
  let atWork = 0
  let isClosed = false
  let refusals = 0
  let windowStartMs = Number.NEGATIVE_INFINITY

  async function work(): Promise<void> {
    if (atWork >= limits.atOnce) return
    atWork += 1
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      waitingBytes -= next.weightBytes
      await options.answer(next.question)
    }
    atWork -= 1
  }

  function refuse(question: Question): void {
    const nowMs = options.clock()
    if (nowMs - windowStartMs >= limits.refusalWindowMs) {
      windowStartMs = nowMs
      refusals = 0
    }
    refusals += 1
    if (refusals <= limits.refusals) options.refuse(question)
    else {
      close()
      options.overrun()
    }
  }

  function close(): void {
    isClosed = true
    waiting.length = 0
    waitingBytes = 0
  }

  return {
    push(question, weightBytes) {
      if (isClosed) return
      if (waiting.length >= limits.waiting || waitingBytes + weightBytes > limits.waitingBytes) {
        return refuse(question)
      }
      waiting.push({ question, weightBytes })
      waitingBytes += weightBytes
      void work()
    },
    close,
  }
}
