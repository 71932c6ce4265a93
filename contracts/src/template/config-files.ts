// Config files of a game that are adjusted before each start: which values go where.

import * as z from 'zod'

export const configFileFormats = ['properties', 'ini', 'json', 'yaml', 'xml', 'toml', 'lines'] as const
export type ConfigFileFormat = (typeof configFileFormats)[number]

export const configFileValue = z.object({
  /**
   * - `properties` the key.
   * - `ini` `section.key`, `[section.with.dots].key`, or `key` before the first section; `section.key.Member` where the
   *   key holds a struct on one line, as Unreal games have it.
   * - `json`, `yaml`, `toml` a dotted path: `a[0].b`, at most one `*` for every child; a key of the file that holds dots
   *   itself is found first, and `~1` stands for such a dot in a key that is added.
   * - `xml` a dotted path from the root element: `Root.item[0]`, `Root.item[@name='x']`; it sets the text of the element,
   *   or the attribute that ends the path, `Root.item.@value`. Eggs name the attribute in the value: `[value='x']`.
   * - `lines` the beginning of the line that is replaced as a whole; where there is none, the value becomes a new line
   *   when it begins so itself, and without white space. A value of several lines replaces that line and what it has
   *   written below it before.
   */
  key: z.string().min(1),
  value: z.string(),
  /**
   * Only where the present value is this text, or matches when it begins with `regex:`; then what matches is replaced,
   * and `$1` in the value is what the first group has found.
   */
  only_if: z.string().optional(),
  /** Text also where it looks like a number or a switch; otherwise the present value tells, or else its look. */
  as_text: z.boolean().optional(),
  /**
   * Decided by the panel when it fills the placeholders, whatever a template says: the line breaks of a `lines` value are
   * all the template's own, so it is written as several lines. Without it a value with a line break is refused, because
   * what a person has entered could bring in a second setting.
   */
  has_own_line_breaks: z.boolean().optional(),
})
export type ConfigFileValue = z.output<typeof configFileValue>

/** A broken entry never blocks a start: it becomes a warning. */
export const configFile = z.object({
  path: z.string().min(1),
  format: z.enum(configFileFormats),
  /**
   * Make the file when it is missing; in `lines` no file is made, but missing lines are added to the one that is there.
   * Otherwise what is missing is left missing.
   */
  create: z.boolean().default(true),
  values: z.array(configFileValue).min(1),
})
export type ConfigFile = z.output<typeof configFile>
