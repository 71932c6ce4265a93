// How long a line is, with the end of it.

export const lineBytes = 100
