// You: who is signed in, the way to your profile, theme, language, and the way out.

import { Menu, Stack } from '@mantine/core'
import { apiDocsPath } from '@rookery/contracts/http/endpoint.ts'
import {
  IconAdjustments,
  IconApi,
  IconCheck,
  IconKeyboard,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Language, languageCodes, languages } from '../../texts/languages.ts'
import { useTexts } from '../../texts/texts.ts'
import { type Scheme, schemeIcons, schemes, schemeTexts } from '../../ui/design/schemes.ts'
import styles from './shell.module.css'

export interface ProfileMenuProps {
  person: { login: string; name: string; isAdministrator: boolean } | null
  scheme: Scheme
  language: Language
  onScheme: (scheme: Scheme) => void
  onLanguage: (language: Language) => void
  onShortcuts: () => void
  onSignOut: () => void
}

const chosen = <IconCheck size={15} aria-hidden />

export function ProfileMenu(props: ProfileMenuProps) {
  const { person, scheme, language, onScheme, onLanguage, onShortcuts, onSignOut } = props
  const t = useTexts()
  const displayedName = person?.name || person?.login || ''
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <button type="button" className={styles.you} aria-label={t('shell.you')}>
          {displayedName.slice(0, 1).toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack p="6px 10px 4px" gap={0} lh={1.4}>
          <strong>{displayedName}</strong>
          <span className="text-caption">
            {person?.isAdministrator ? t('shell.administrator') : person?.login}
          </span>
        </Stack>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCircle size={16} stroke={1.7} />}
          renderRoot={props => <Link to="/profile" {...props} />}
        >
          {t('pages.profile')}
        </Menu.Item>
        {person?.isAdministrator && (
          <Menu.Item
            leftSection={<IconAdjustments size={16} stroke={1.7} />}
            renderRoot={props => <Link to="/settings" {...props} />}
          >
            {t('pages.settings')}
          </Menu.Item>
        )}
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        {schemes.map(each => {
          const Icon = schemeIcons[each]
          return (
            <Menu.Item
              key={each}
              leftSection={<Icon size={16} stroke={1.7} />}
              rightSection={each === scheme && chosen}
              aria-current={each === scheme}
              onClick={() => onScheme(each)}
            >
              {t(schemeTexts[each])}
            </Menu.Item>
          )
        })}
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {languageCodes.map(code => (
          <Menu.Item
            key={code}
            lang={code}
            rightSection={code === language && chosen}
            aria-current={code === language}
            onClick={() => onLanguage(code)}
          >
            {languages[code].name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconApi size={16} stroke={1.7} />}
          component="a"
          href={apiDocsPath}
          target="_blank"
          rel="noopener"
        >
          {t('shell.apiDocs')}
        </Menu.Item>
        <Menu.Item
          className={styles.shortcuts}
          leftSection={<IconKeyboard size={16} stroke={1.7} />}
          onClick={onShortcuts}
        >
          {t('shell.shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={onSignOut}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
