// What can be set in a template: name, default and good values, and who may.

import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import { readRule } from '@rookery/primitives/variable-rules/variable-rules.ts'
import { ruleText } from '../../parts/variables/logic/rule-text.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import styles from './templates.module.css'

/** Rules that only say that a value is a text say nothing worth reading. */
const silent = ['string', 'nullable', 'present', 'sometimes', 'bail']

function goodValues(t: TextOf, { rules, hint }: TemplateVariable): string {
  if (hint) return hint
  const reported = rules.map(readRule).filter(({ name }) => !silent.includes(name))
  return reported.map(rule => ruleText(t, rules, rule)).join(' ') || t('template.anyValue')
}

function DefaultValue({ variable }: { variable: TemplateVariable }) {
  const t = useTexts()
  if (variable.secret) return <span className={styles.quiet}>{t('template.secretDefault')}</span>
  if (variable.default === '') return <span className={styles.quiet}>{t('template.emptyDefault')}</span>
  return <span className="mono">{variable.default}</span>
}

export function TemplateVariables({ variables }: { variables: readonly TemplateVariable[] }) {
  const t = useTexts()
  if (variables.length === 0) {
    return (
      <Panel title={t('template.variables')}>
        <p className={`text-secondary ${styles.remark}`}>{t('template.noVariables')}</p>
      </Panel>
    )
  }
  return (
    <Panel title={t('template.variables')}>
      <div className={table.scroll}>
        <table className={`${table.table} ${styles.variables}`}>
          <thead>
            <tr>
              <th>{t('template.variable')}</th>
              <th>{t('template.variableDefault')}</th>
              <th>{t('template.variableRules')}</th>
            </tr>
          </thead>
          <tbody>
            {variables.map(variable => (
              <tr key={variable.name}>
                <td>
                  <span className={styles.variableTitle}>{variable.title || variable.name}</span>
                  <span className={`mono ${styles.variableName}`}>{variable.name}</span>
                  {variable.visible_to === 'administrators' && (
                    <span className={styles.variableName}>{t('template.forAdministrators')}</span>
                  )}
                  {variable.editable_by === 'nobody' && (
                    <span className={styles.variableName}>{t('template.readOnly')}</span>
                  )}
                </td>
                <td>
                  <DefaultValue variable={variable} />
                </td>
                <td className={styles.quiet}>{goodValues(t, variable)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
