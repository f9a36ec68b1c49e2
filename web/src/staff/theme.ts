import {
  type ActionIconProps,
  type AnchorProps,
  type BadgeProps,
  type ButtonProps,
  type CardProps,
  type CheckboxProps,
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  type DrawerProps,
  defaultVariantColorsResolver,
  type InputWrapperProps,
  type MantineThemeComponent,
  type MantineTransition,
  type MenuProps,
  type ModalProps,
  type MultiSelectProps,
  type OptionsFilter,
  type PaperProps,
  type PopoverProps,
  type RadioProps,
  type SegmentedControlProps,
  type SelectProps,
  type SwitchProps,
  type TabsProps,
  type TextareaProps,
  type TooltipProps,
  type VariantColorsResolver,
} from '@mantine/core';
import { matches } from '../lib/text/fold.ts';
import { focusMenuButton } from '../ui/dialog/focus-menu-button.ts';
import classes from './theme.module.css';

/** Options are found as everything is: by words, accents and case ignored. */
const foldedFilter: OptionsFilter = ({ options, search }) =>
  options.flatMap((option): typeof options => {
    if (!('items' in option)) return matches(option.label, search) ? [option] : [];
    const items = option.items.filter(({ label }) => matches(label, search));
    return items.length > 0 ? [{ ...option, items }] : [];
  });

/** Spec colours by name → the status tokens that carry the same meaning with enough contrast. */
const statusTokens: Record<string, string> = {
  success: 'approved',
  warning: 'pending',
  info: 'waitlisted',
  error: 'rejected',
  accent: 'inactive',
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const color = input.color ?? 'primary';
  const status = statusTokens[color];
  if (input.variant === 'filled' && color === 'primary') {
    return { ...resolved, background: 'var(--fill)', hover: 'var(--fill-hover)', color: 'var(--on-fill)' };
  }
  if (input.variant === 'filled' && color === 'error') {
    return {
      ...resolved,
      background: 'var(--danger)',
      hover: 'var(--danger-hover)',
      color: 'var(--on-danger)',
    };
  }
  if (input.variant === 'subtle' || input.variant === 'transparent' || input.variant === 'default') {
    const text = color === 'error' ? 'var(--danger)' : 'var(--ink)';
    const hover = input.variant === 'subtle' ? 'var(--sunken)' : resolved.hover;
    return { ...resolved, hover, color: text };
  }
  if (input.variant === 'light') {
    const background = status ? `var(--${status}-bg)` : 'var(--tint)';
    return {
      ...resolved,
      background,
      hover: background,
      color: status ? `var(--${status})` : 'var(--on-tint)',
    };
  }
  return resolved;
};

/** Typed like `Component.extend`, without importing every component into the first page. */
const part = <Props>(look: {
  defaultProps?: Partial<Props>;
  classNames?: Record<string, string | undefined>;
}): MantineThemeComponent => look;

/** A dialog's head is a <header>, which assistive technology would take for the page's. */
const noBanner = { header: { role: 'none' } };

/** A dialog comes up a little, a sheet on a phone from below the screen. */
const rising: MantineTransition = {
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform: 'translateY(var(--dialog-rise))' },
  transitionProperty: 'opacity, transform',
};

/** Mantine as the design draws it: plain components need no props to look right. */
export const theme = createTheme({
  primaryColor: 'primary',
  primaryShade: { light: 8, dark: 4 },
  black: '#1f2219',
  colors: {
    primary: [
      '#f4f6ea',
      '#eaeed8',
      '#d6ddb4',
      '#c6d389',
      '#b3c26d',
      '#94a34a',
      '#798736',
      '#67732e',
      '#555f26',
      '#434a1e',
    ],
    dark: [
      '#ecefe3',
      '#d5d9c9',
      '#b4baa6',
      '#969c87',
      '#747a67',
      '#414736',
      '#2c3124',
      '#1a1d15',
      '#13150f',
      '#0d0f0a',
    ],
    gray: [
      '#f5f6ef',
      '#eff1e8',
      '#e2e5d8',
      '#cbd0bd',
      '#868c77',
      '#787e69',
      '#555a4a',
      '#464b3c',
      '#333728',
      '#1f2219',
    ],
    secondary: colorsTuple('#3b4d1f'),
    accent: colorsTuple('#616161'),
    info: colorsTuple('#26a69a'),
    warning: colorsTuple('#ffc107'),
    error: colorsTuple('#dd2c00'),
    success: colorsTuple('#4caf50'),
  },
  variantColorResolver,
  // The spec's six steps; xs is every screen.
  breakpoints: { xs: '0em', sm: '37.5em', md: '60em', lg: '80em', xl: '120em', xxl: '160em' },
  defaultRadius: 'md',
  radius: { xs: '5px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  fontFamily: 'var(--font)',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '18px', xl: '24px' },
  lineHeights: { xs: '1.3333', sm: '1.42857', md: '1.5', lg: '1.3333', xl: '1.25' },
  fontWeights: { regular: '400', medium: '550', bold: '680' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '680',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '30px' },
      h2: { fontSize: '18px', lineHeight: '24px' },
      h3: { fontSize: '15px', lineHeight: '20px', fontWeight: '650' },
      h4: { fontSize: '13px', lineHeight: '18px', fontWeight: '600' },
    },
  },
  shadows: { xs: 'var(--sh-1)', sm: 'var(--sh-1)', md: 'var(--sh-2)', lg: 'var(--sh-2)', xl: 'var(--sh-3)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: part<ButtonProps>({ defaultProps: { variant: 'default' }, classNames: { root: classes.button } }),
    ActionIcon: part<ActionIconProps>({
      defaultProps: { variant: 'subtle' },
      classNames: { root: classes.icon },
    }),
    CloseButton: part<object>({ classNames: { root: classes.close } }),
    Anchor: part<AnchorProps>({
      defaultProps: { underline: 'always' },
      classNames: { root: classes.anchor },
    }),
    Input: part<object>({ classNames: { wrapper: classes.inputBox, input: classes.input } }),
    InputWrapper: part<InputWrapperProps>({
      defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'], withAsterisk: false },
      classNames: {
        root: classes.field,
        label: classes.label,
        description: classes.hint,
        error: classes.error,
      },
    }),
    Textarea: part<TextareaProps>({
      // Mantine's `autosize` measures every field after each rendering, which makes typing slow
      defaultProps: { rows: 3, resize: 'vertical' },
      classNames: { input: classes.growing },
    }),
    Select: part<SelectProps>({
      defaultProps: { allowDeselect: false, checkIconPosition: 'right', filter: foldedFilter },
    }),
    MultiSelect: part<MultiSelectProps>({ defaultProps: { filter: foldedFilter } }),
    Checkbox: part<CheckboxProps>({
      defaultProps: { radius: 5, color: 'var(--olive)' },
      classNames: {
        root: classes.check,
        input: classes.box,
        label: classes.checkLabel,
        description: classes.hint,
        error: classes.error,
      },
    }),
    Radio: part<RadioProps>({
      defaultProps: { color: 'var(--olive)' },
      classNames: {
        root: classes.check,
        radio: classes.box,
        label: classes.checkLabel,
        description: classes.hint,
        error: classes.error,
      },
    }),
    Switch: part<SwitchProps>({
      defaultProps: { color: 'var(--olive)', withThumbIndicator: false },
      classNames: {
        root: classes.switch,
        track: classes.track,
        label: classes.switchLabel,
        description: classes.hint,
      },
    }),
    Tabs: part<TabsProps>({
      defaultProps: { color: 'var(--olive)' },
      classNames: { root: classes.tabs, list: classes.tabList, tab: classes.tab },
    }),
    SegmentedControl: part<SegmentedControlProps>({
      // the chosen one stands out, and a line would stand out more in the dark
      defaultProps: { withItemsBorders: false },
      classNames: { root: classes.segments, indicator: classes.segment, label: classes.segmentLabel },
    }),
    Modal: part<ModalProps>({
      defaultProps: {
        attributes: noBanner,
        centered: true,
        size: 560,
        padding: 24,
        radius: 16,
        shadow: 'xl',
        transitionProps: { transition: rising, duration: 200 },
      },
      classNames: {
        inner: classes.dialogPlace,
        content: `${classes.dialog} ${classes.modal}`,
        header: classes.dialogHeader,
        title: classes.dialogTitle,
        overlay: classes.scrim,
      },
    }),
    Drawer: part<DrawerProps>({
      defaultProps: { attributes: noBanner },
      classNames: { content: classes.dialog, overlay: classes.scrim },
    }),
    // The spec's delays for menus that open on hover; a menu with trigger="click" ignores them.
    Menu: part<MenuProps>({
      defaultProps: {
        openDelay: 300,
        closeDelay: 250,
        shadow: 'md',
        position: 'bottom-end',
        width: 'max-content',
        // It would be a child of role=menu that no menu may have.
        withInitialFocusPlaceholder: false,
        onClose: focusMenuButton,
        // A menu that is higher than the room beside its button scrolls.
        middlewares: { size: { padding: 8 } },
      },
      classNames: {
        dropdown: `${classes.dropdown} ${classes.menu}`,
        item: classes.item,
        divider: classes.divider,
      },
    }),
    Popover: part<PopoverProps>({
      defaultProps: { shadow: 'md' },
      classNames: { dropdown: classes.dropdown },
    }),
    Tooltip: part<TooltipProps>({
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } },
      classNames: { tooltip: classes.tooltip },
    }),
    Card: part<CardProps>({
      defaultProps: { withBorder: true, radius: 'lg' },
      classNames: { root: classes.card },
    }),
    Paper: part<PaperProps>({ defaultProps: { radius: 'lg' }, classNames: { root: classes.card } }),
    Badge: part<BadgeProps>({ defaultProps: { variant: 'light' }, classNames: { root: classes.badge } }),
    Pill: part<object>({ classNames: { root: classes.chip } }),
  },
});

const variables = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--rejected)',
  // Menu items ask for the shade itself; the spec's red is too pale for their text.
  '--mantine-color-error-6': 'var(--danger)',
  '--mantine-color-success': 'var(--approved)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line-strong)',
};

/** Points Mantine's own variables at the tokens, which already know both colour schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});
