// Makes a value and all that it holds unchangeable: for what many share.

export function freezeDeep<Value extends object>(value: Value): Value {
  Object.freeze(value)
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner)) freezeDeep(inner)
  }
  return value
}
