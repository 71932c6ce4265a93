// Hands the design tokens to the component kit, so that every part of it takes its colors from them.

import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
  type VariantColorsResolver,
} from '@mantine/core'

const tenTimes = (token: string): MantineColorsTuple => [
  token,
  token,
  token,
  token,
  token,
  token,
  token,
  token,
  token,
  token,
]

/** Three weights of a button (the next step, a choice, a quiet control) and one for what cannot be undone. */
const variantColors: VariantColorsResolver = ({ variant, color }) => {
  if (variant === 'filled' && color === 'danger') {
    return {
      background: 'var(--danger-fill)',
      hover: 'color-mix(in oklab, var(--danger-fill) 88%, black)',
      color: 'var(--on-danger)',
      border: '1px solid transparent',
    }
  }
  if (variant === 'filled') {
    return {
      background: 'var(--amber)',
      hover: 'var(--amber-hover)',
      color: 'var(--on-amber)',
      border: '1px solid transparent',
    }
  }
  const text = color === 'danger' ? 'var(--state-trouble)' : 'var(--text)'
  if (variant === 'default' || variant === 'outline') {
    return {
      background: 'var(--surface-raised)',
      hover: 'var(--surface-pressed)',
      color: text,
      border: '1px solid var(--line)',
    }
  }
  return {
    background: 'transparent',
    hover: 'var(--surface-pressed)',
    color: color === 'danger' ? 'var(--state-trouble)' : 'var(--text-quiet)',
    border: '1px solid transparent',
    hoverColor: text,
  }
}

const arrive = { transition: 'fade' as const, duration: 100 }

const dialogs = { transitionProps: arrive, centered: false, yOffset: '12dvh' }

const theme = createTheme({
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  primaryColor: 'amber',
  primaryShade: 5,
  colors: { amber: tenTimes('#f0ab3c') },
  defaultRadius: 'md',
  radius: { sm: '6px', md: '8px', lg: '12px' },
  // One more than the width that still counts as narrow in the modules.
  breakpoints: { xs: '561px', sm: '721px', md: '901px', lg: '1001px', xl: '1201px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: variantColors,
  // Written as plain objects: naming the components here would load all of them with the first page.
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'filled' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 32 } },
    Tooltip: { defaultProps: { openDelay: 250, transitionProps: arrive, offset: 6 } },
    // Without the kit's empty first child, which is no entry of a menu: the focus goes to the first entry.
    Menu: { defaultProps: { transitionProps: arrive, offset: 6, withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: dialogs },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Select: { defaultProps: { comboboxProps: { transitionProps: arrive, offset: 4 } } },
  },
})

/** The kit's own cross in a dialog has no name: it gets one in the language of the person. */
export const themeWithNames = (close: string): MantineThemeOverride =>
  mergeThemeOverrides(theme, {
    components: { Modal: { defaultProps: { ...dialogs, closeButtonProps: { 'aria-label': close } } } },
  })

const kitColors = {
  '--mantine-color-body': 'var(--surface-page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-quiet)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-error': 'var(--state-trouble)',
  '--mantine-color-default': 'var(--surface-field)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-disabled': 'var(--surface-hover)',
  '--mantine-color-disabled-color': 'var(--text-faint)',
  '--mantine-color-disabled-border': 'var(--line-quiet)',
  '--mantine-primary-color-filled': 'var(--focus)',
}

export const kitVariables: CSSVariablesResolver = () => ({
  variables: {},
  dark: kitColors,
  light: kitColors,
})

/** Read by public/color-scheme.js too, before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'rookery.colour-scheme' })
