// What every form of the details is told about its last try.

export interface FormState {
  isBusy: boolean
  isSaved: boolean
  /** By field, in the panel's words. */
  faults: Record<string, string[]>
  problem: string | null
}
