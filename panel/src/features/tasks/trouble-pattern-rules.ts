// How well-known troubles look in the output of programs. Each pattern takes time in proportion to the length of a line.

export const troublePatterns = {
  eula: /\bagree to the EULA\b|\beula\.txt\b|\baccept the EULA\b/i,
  'port-in-use':
    /\baddress already in use\b|\bEADDRINUSE\b|\bport is already allocated\b|\balready in use on the node\b|\bbind failed\b|\b(?:failed|unable|could ?n[o']t|cannot) (?:to )?bind\b/i,
  'wrong-java': /\bUnsupportedClassVersionError\b|\brequires (?:at least )?java\b|\bclass file version \d/i,
  'out-of-memory':
    /\bOutOfMemoryError\b|\bheap out of memory\b|\bstd::bad_alloc\b|\bcannot allocate memory\b|\bout of memory\b/i,
  'no-space': /\bno space left\b|\bENOSPC\b|\bnot enough (?:free )?(?:disk )?space\b/i,
  'engine-down':
    /\bcannot connect to the docker daemon\b|\bis the docker daemon running\b|\bneither Docker nor Podman\b|\bthe (?:Docker|Podman) engine does not answer\b|\bcannot run game servers under\b/i,
  'image-missing':
    /\bmanifest unknown\b|\bpull access denied\b|\brepository does not exist\b|\bno such image\b|\bthe image \S{1,200} (?:is not on this node|could not be fetched)\b|\bregistry does not have it\b/i,
  'missing-program':
    /: (?:command )?not found$|\bexecutable file not found\b|\bis not installed on this node\b|\bwas not found in PATH\b|\bcannot be run in the image\b/i,
  quota: /\bdisk quota exceeded\b|\bEDQUOT\b|\bdisk limit\b/i,
} as const satisfies Record<string, RegExp>
