export const notificationTemplate = {
  notification_templates: 'Notification templates',
};
