// JSON values for plugins: read, built and written without anything but the language itself.

export enum Kind {
  Null,
  Boolean,
  Number,
  Text,
  List,
  Object,
}

export class Json {
  kind: Kind = Kind.Null
  private truth: bool = false
  private figure: f64 = 0
  private words: string = ''
  private items: Json[] = []
  private names: string[] = []

  static nothing(): Json {
    return new Json()
  }
  static truth(value: bool): Json {
    const json = new Json()
    json.kind = Kind.Boolean
    json.truth = value
    return json
  }
  static number(value: f64): Json {
    const json = new Json()
    json.kind = Kind.Number
    json.figure = value
    return json
  }
  static text(value: string): Json {
    const json = new Json()
    json.kind = Kind.Text
    json.words = value
    return json
  }
  static list(): Json {
    const json = new Json()
    json.kind = Kind.List
    return json
  }
  static object(): Json {
    const json = new Json()
    json.kind = Kind.Object
    return json
  }

  /** Null stands for everything that is not there, so that questions can be asked in a row. */
  get(name: string): Json {
    for (let index = 0; index < this.names.length; index++) {
      if (this.names[index] == name) return this.items[index]
    }
    return Json.nothing()
  }
  at(index: i32): Json {
    return index >= 0 && index < this.items.length ? this.items[index] : Json.nothing()
  }
  has(name: string): bool {
    return this.names.includes(name)
  }
  get length(): i32 {
    return this.items.length
  }
  get isNull(): bool {
    return this.kind == Kind.Null
  }
  asText(otherwise: string = ''): string {
    return this.kind == Kind.Text ? this.words : otherwise
  }
  asNumber(otherwise: f64 = 0): f64 {
    return this.kind == Kind.Number ? this.figure : otherwise
  }
  asTruth(otherwise: bool = false): bool {
    return this.kind == Kind.Boolean ? this.truth : otherwise
  }
  keys(): string[] {
    return this.names
  }

  set(name: string, value: Json): Json {
    for (let index = 0; index < this.names.length; index++) {
      if (this.names[index] == name) {
        this.items[index] = value
        return this
      }
    }
    this.names.push(name)
    this.items.push(value)
    return this
  }
  setText(name: string, value: string): Json {
    return this.set(name, Json.text(value))
  }
  setNumber(name: string, value: f64): Json {
    return this.set(name, Json.number(value))
  }
  setTruth(name: string, value: bool): Json {
    return this.set(name, Json.truth(value))
  }
  push(value: Json): Json {
    this.items.push(value)
    return this
  }

  toString(): string {
    if (this.kind == Kind.Boolean) return this.truth ? 'true' : 'false'
    if (this.kind == Kind.Number) return numberText(this.figure)
    if (this.kind == Kind.Text) return quoted(this.words)
    if (this.kind == Kind.List) {
      const parts: string[] = []
      for (let index = 0; index < this.items.length; index++) parts.push(this.items[index].toString())
      return '[' + parts.join(',') + ']'
    }
    if (this.kind == Kind.Object) {
      const parts: string[] = []
      for (let index = 0; index < this.items.length; index++) {
        parts.push(quoted(this.names[index]) + ':' + this.items[index].toString())
      }
      return '{' + parts.join(',') + '}'
    }
    return 'null'
  }
}

function numberText(value: f64): string {
  if (!isFinite(value)) return 'null'
  return value == Math.floor(value) && Math.abs(value) < 9007199254740992.0
    ? (<i64>value).toString()
    : value.toString()
}

function quoted(text: string): string {
  let out = '"'
  let from = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x20 && code != 0x22 && code != 0x5c) continue
    out += text.substring(from, index) + escaped(code)
    from = index + 1
  }
  return out + text.substring(from) + '"'
}

function escaped(code: i32): string {
  if (code == 0x22) return '\\"'
  if (code == 0x5c) return '\\\\'
  if (code == 0x0a) return '\\n'
  if (code == 0x0d) return '\\r'
  if (code == 0x09) return '\\t'
  return '\\u' + code.toString(16).padStart(4, '0')
}

/** Null for text that is not JSON. */
export function parseJson(text: string): Json {
  const reader = new Reader(text)
  const value = reader.value(0)
  return reader.isBroken || !reader.isAtEnd() ? Json.nothing() : value
}

const depthLimit = 64

class Reader {
  isBroken: bool = false
  private at: i32 = 0
  constructor(private text: string) {}

  isAtEnd(): bool {
    this.skip()
    return this.at >= this.text.length
  }

  value(depth: i32): Json {
    this.skip()
    const code = this.peek()
    if (depth > depthLimit || code < 0) return this.broken()
    if (code == 0x22) return Json.text(this.string())
    if (code == 0x7b) return this.object(depth)
    if (code == 0x5b) return this.list(depth)
    if (code == 0x74) return this.word('true', Json.truth(true))
    if (code == 0x66) return this.word('false', Json.truth(false))
    if (code == 0x6e) return this.word('null', Json.nothing())
    return this.number()
  }

  private object(depth: i32): Json {
    const json = Json.object()
    this.at++
    if (this.take(0x7d)) return json
    do {
      this.skip()
      if (this.peek() != 0x22) return this.broken()
      const name = this.string()
      if (!this.take(0x3a)) return this.broken()
      json.set(name, this.value(depth + 1))
      if (this.isBroken) return json
    } while (this.take(0x2c))
    return this.take(0x7d) ? json : this.broken()
  }

  private list(depth: i32): Json {
    const json = Json.list()
    this.at++
    if (this.take(0x5d)) return json
    do {
      json.push(this.value(depth + 1))
      if (this.isBroken) return json
    } while (this.take(0x2c))
    return this.take(0x5d) ? json : this.broken()
  }

  private string(): string {
    this.at++
    let out = ''
    let from = this.at
    while (this.peek() >= 0x20) {
      const code = this.peek()
      if (code == 0x22) {
        out += this.text.substring(from, this.at)
        this.at++
        return out
      }
      if (code == 0x5c) {
        out += this.text.substring(from, this.at) + this.escape()
        from = this.at
      } else this.at++
    }
    this.isBroken = true
    return out
  }

  private escape(): string {
    const kind = this.text.charCodeAt(this.at + 1)
    this.at += 2
    if (kind == 0x6e) return '\n'
    if (kind == 0x74) return '\t'
    if (kind == 0x72) return '\r'
    if (kind == 0x62) return '\b'
    if (kind == 0x66) return '\f'
    if (kind != 0x75) return String.fromCharCode(kind)
    const code = <i32>parseInt(this.text.substring(this.at, this.at + 4), 16)
    this.at += 4
    return String.fromCharCode(code)
  }

  private number(): Json {
    const from = this.at
    for (; this.at < this.text.length; this.at++) {
      const code = this.peek()
      const isPart = (code >= 0x30 && code <= 0x39) || code == 0x2d || code == 0x2b || code == 0x2e || (code | 32) == 0x65
      if (!isPart) break
    }
    return this.at > from ? Json.number(parseFloat(this.text.substring(from, this.at))) : this.broken()
  }

  private word(word: string, value: Json): Json {
    if (!this.text.substring(this.at).startsWith(word)) return this.broken()
    this.at += word.length
    return value
  }

  private take(code: i32): bool {
    this.skip()
    if (this.peek() != code) return false
    this.at++
    return true
  }

  private skip(): void {
    while (this.at < this.text.length && this.text.charCodeAt(this.at) <= 0x20) this.at++
  }

  private peek(): i32 {
    return this.at < this.text.length ? this.text.charCodeAt(this.at) : -1
  }

  private broken(): Json {
    this.isBroken = true
    return Json.nothing()
  }
}
