// Language and theme, both applied at once.

import { Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type Language, languageCodes, languages } from '../../texts/languages.ts'
import { useTexts } from '../../texts/texts.ts'
import choice from '../../ui/controls/choice.module.css'
import form from '../../ui/controls/form.module.css'
import { type Scheme, schemeIcons, schemes, schemeTexts } from '../../ui/design/schemes.ts'
import styles from './profile.module.css'

interface AppearanceViewProps {
  language: Language
  scheme: Scheme
  onLanguage: (language: Language) => void
  onScheme: (scheme: Scheme) => void
}

const chosen = <IconCheck size={16} aria-hidden />

export function AppearanceView({ language, scheme, onLanguage, onScheme }: AppearanceViewProps) {
  const t = useTexts()
  return (
    <div className={`${form.form} ${form.padded}`}>
      <fieldset className={styles.choices}>
        <legend>{t('shell.language')}</legend>
        {languageCodes.map(code => (
          <Group
            component="label"
            key={code}
            className={`${choice.choice} ${choice.card} ${styles.choice}`}
            gap={8}
            wrap="nowrap"
            lang={code}
          >
            <input
              type="radio"
              name="language"
              checked={code === language}
              onChange={() => onLanguage(code)}
            />
            <span>{languages[code].name}</span>
            {code === language && chosen}
          </Group>
        ))}
      </fieldset>
      <fieldset className={styles.choices}>
        <legend>{t('shell.theme')}</legend>
        {schemes.map(each => {
          const Icon = schemeIcons[each]
          return (
            <Group
              component="label"
              key={each}
              className={`${choice.choice} ${choice.card} ${styles.choice}`}
              gap={8}
              wrap="nowrap"
            >
              <input type="radio" name="scheme" checked={each === scheme} onChange={() => onScheme(each)} />
              <Icon size={17} stroke={1.7} aria-hidden />
              <span>{t(schemeTexts[each])}</span>
              {each === scheme && chosen}
            </Group>
          )
        })}
      </fieldset>
    </div>
  )
}
