// The key of the text for a name with a dot or a colon in it, which mean something else in keys.

type KeyOf<Name extends string> = Name extends `${infer Before}${'.' | ':'}${infer After}`
  ? `${Before}$${After}`
  : Name

export const textKey = <Name extends string>(name: Name): KeyOf<Name> =>
  name.replace(/[.:]/, () => '$') as KeyOf<Name>
