// made from layout.mjml by compile-layout.ts
export const layoutHtml = `<!doctype html>
<html lang="[[language]]" dir="ltr" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<title>[[subject]]</title>
<!--[if !mso]><!-->
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<!--<![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style type="text/css">
#outlook a { padding:0; }
body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; }
table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; }
img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; }
p { display:block;margin:13px 0; }
</style>
<!--[if mso]>
<noscript>
<xml>
<o:OfficeDocumentSettings>
<o:AllowPNG/>
<o:PixelsPerInch>96</o:PixelsPerInch>
</o:OfficeDocumentSettings>
</xml>
</noscript>
<![endif]-->
<!--[if lte mso 11]>
<style type="text/css">
.mj-outlook-group-fix { width:100% !important; }
</style>
<![endif]-->
<style type="text/css">
@media only screen and (min-width:480px) {
.mj-column-per-100 { width:100% !important; max-width: 100%; }
}
</style>
<style media="screen and (min-width:480px)">
.moz-text-html .mj-column-per-100 { width:100% !important; max-width: 100%; }
</style>
<style type="text/css">
:root { color-scheme: light dark; supported-color-schemes: light dark; }
h1, h2, p { margin: 0; }
.words { overflow-wrap: anywhere; word-break: break-word; }
@media (max-width: 600px) {
.page > table > tbody > tr > td { padding: 0 !important; }
.head, .head td, .card, .card > table > tbody > tr > td { border-radius: 0 !important; }
.card > table > tbody > tr > td { border-width: 0 !important; }
.pad { padding-left: 22px !important; padding-right: 22px !important; }
.answer { width: 100% !important; }
.facts { border-top: 1px solid #e2e5d8; }
.facts th, .facts td { display: block !important; width: auto !important; padding: 10px 0 0 !important; border: 0 !important; }
.facts td { padding-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
body, body > div, .page { background: #13150f !important; }
.card, .card > table { background: #1a1d15 !important; }
.card > table > tbody > tr > td { border-color: #2c3124 !important; }
.head, .head > table { background: #26321a !important; }
.head div { color: #f1f4e6 !important; }
.ink, .ink div { color: #ecefe3 !important; }
.dim, .dim div { color: #b4baa6 !important; }
.rule, .facts { border-color: #2c3124 !important; }
.next { background: #22271a !important; border-color: #414736 !important; }
.link { color: #bccb7a !important; }
.button { background: #b3c26d !important; color: #171b0b !important; }
.pending { color: #ffd968 !important; background: #3a2f0c !important; }
.approved { color: #a5dba8 !important; background: #18301a !important; }
.waitlisted { color: #8fd8d0 !important; background: #0f312e !important; }
.rejected { color: #ffb5a1 !important; background: #3d1a10 !important; }
.inactive { color: #c3c5bd !important; background: #2a2c27 !important; }
}
</style>
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
</head>
<body  class="page" style="word-spacing:normal;background-color:#f6f7f2;">
<div style="display:none;font-size:1px;color:#1f2219;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">[[preview]]</div>
<div
aria-label="[[subject]]" aria-roledescription="email" role="article" lang="[[language]]" dir="ltr" style="word-spacing:normal;background-color:#f6f7f2;"
>
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="page-outlook" role="presentation" style="width:632px;" width="632" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  class="page" style="margin:0px auto;max-width:632px;">
<table
align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;"
>
<tbody>
<tr>
<td
style="direction:ltr;font-size:0px;padding:24px 16px 48px;text-align:center;"
>
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="head-outlook" width="632px" ><table align="center" border="0" cellpadding="0" cellspacing="0" class="head-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#3b4d1f" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  class="head" style="background:#3b4d1f;background-color:#3b4d1f;margin:0px auto;max-width:600px;border-radius:13px 13px 0 0;overflow:hidden;">
<table
align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#3b4d1f;background-color:#3b4d1f;width:100%;border-collapse:separate;"
>
<tbody>
<tr>
<td
style="border-radius:13px 13px 0 0;direction:ltr;font-size:0px;padding:0;text-align:center;"
>
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div
class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"
>
<table
border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"
>
<tbody>
<tr>
<td
align="left" class="pad words" style="font-size:0px;padding:20px 37px;word-break:break-word;"
>
<div
style="font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;font-weight:700;line-height:22px;text-align:left;color:#ffffff;"
>[[organization]]</div>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table></td></tr><tr><td class="card-outlook" width="632px" ><table align="center" border="0" cellpadding="0" cellspacing="0" class="card-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#ffffff" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  class="card" style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:600px;border-radius:0 0 13px 13px;overflow:hidden;">
<table
align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;border-collapse:separate;"
>
<tbody>
<tr>
<td
style="border:1px solid #e2e5d8;border-radius:0 0 13px 13px;direction:ltr;font-size:0px;padding:0;text-align:center;"
>
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:598px;" ><![endif]-->
<div
class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"
>
<table
border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"
>
<tbody>
<tr>
<td
align="left" class="pad ink words" style="font-size:0px;padding:36px 36px 18px;word-break:break-word;"
>
<div
style="font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:25px;text-align:left;color:#1f2219;"
><h1 style="margin:0;font-size:26px;line-height:32px;letter-spacing:-.4px;font-weight:700">[[header_text]]</h1></div>
</td>
</tr>
<!-- begin:paragraphs -->
<tr>
<td
align="left" class="pad ink words" style="font-size:0px;padding:0 36px 14px;word-break:break-word;"
>
<div
style="font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:25px;text-align:left;color:#1f2219;"
>[[block]]</div>
</td>
</tr>
<!-- end:paragraphs --><!-- begin:box -->
<tr><td class="pad" style="padding:12px 36px 0">
<table class="next" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6ea;border:1px solid #d6ddb4;border-radius:10px;border-collapse:separate"><tr><td style="padding:18px 20px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<!-- begin:pill --><p style="margin:0 0 10px"><span class="[[status]]" style="display:inline-block;padding:3px 11px;border-radius:12px;background:[[status_ground]];font-size:13px;line-height:18px;font-weight:700;color:[[status_ink]]">[[status_word]]</span></p><!-- end:pill -->
<!-- begin:answer --><p class="ink words" style="margin:0 0 2px;font-size:20px;line-height:27px;font-weight:700;letter-spacing:-.2px;color:#1f2219">[[lead]]</p><p class="dim words" style="margin:0;font-size:15px;line-height:23px;color:#555a4a">[[until_then]]</p><!-- end:answer -->
<!-- begin:next_steps --><div class="ink words" style="font-size:15px;line-height:23px;color:#1f2219">[[text]]</div><!-- end:next_steps -->
<!-- begin:answer -->
<table class="answer" role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:18px 0 14px;border-collapse:separate"><tr><td class="button" bgcolor="#555f26" align="center" style="border-radius:10px;background:#555f26;mso-padding-alt:13px 26px"><a class="button" href="[[link]]" style="display:block;padding:13px 26px;mso-padding-alt:0;border-radius:10px;background:#555f26;color:#ffffff;font-size:16px;line-height:24px;font-weight:700;text-decoration:none">[[label]]</a></td></tr></table>
<p class="dim words" style="margin:0;font-size:14px;line-height:21px;color:#555a4a">[[hint]]</p>
<!-- end:answer -->
</td></tr></table>
</td></tr>
<!-- end:box -->
<!-- begin:action -->
<tr><td class="pad" style="padding:26px 36px 0">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate"><tr><td class="button" bgcolor="#555f26" style="border-radius:8px;background:#555f26;mso-padding-alt:11px 20px"><a class="button" href="[[link]]" style="display:inline-block;padding:11px 20px;mso-padding-alt:0;border-radius:8px;background:#555f26;color:#ffffff;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:15px;line-height:22px;font-weight:600;text-decoration:none">[[label]]</a></td></tr></table>
</td></tr>
<!-- end:action -->
<!-- begin:details -->
<tr><td class="pad" style="padding:30px 36px 6px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<h2 class="ink" style="margin:0 0 8px;font-size:16px;line-height:22px;font-weight:700;color:#1f2219">[[heading]]</h2>
<table class="facts" width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:15px;line-height:22px">
<!-- begin:facts --><tr><th class="dim rule words" scope="row" align="left" width="150" style="width:150px;font-weight:400;text-align:left;padding:9px 12px 9px 0;border-top:1px solid #e2e5d8;color:#555a4a;vertical-align:top">[[label]]</th><td class="ink rule words" style="padding:9px 0;border-top:1px solid #e2e5d8;color:#1f2219;vertical-align:top">[[value]]</td></tr><!-- end:facts -->
</table>
<!-- begin:pictures --><p class="dim words" style="margin:12px 0 0;font-size:13px;line-height:19px;color:#555a4a"><img src="[[source]]" alt="[[alt]]" width="[[side]]" height="[[side]]" style="display:block;width:[[side]]px;height:[[side]]px;margin:0 0 6px;border:0;background:#ffffff;color:#555a4a;border-radius:6px" />[[caption]]</p><!-- end:pictures -->
</td></tr>
<!-- end:details -->
<!-- begin:support -->
<tr><td class="pad" style="padding:20px 36px 0;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div class="ink words" style="font-size:15px;line-height:23px;color:#1f2219">[[text]]<!-- begin:contacts --><p style="margin:0">[[label]]: <a class="link" href="[[href]]" style="color:#536022">[[value]]</a></p><!-- end:contacts --></div>
</td></tr>
<!-- end:support -->
<tr><td style="padding:34px 0 0;font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td class="rule pad" style="padding:20px 36px 26px;border-top:1px solid #e2e5d8;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<p class="dim words" style="margin:0;font-size:13px;line-height:19px;color:#555a4a">[[sender]]<br />[[why]] <!-- begin:own_page --><a class="link" href="[[link]]" style="color:#536022">[[label]]</a>. <!-- end:own_page --><!-- begin:unsubscribe --><a class="link" href="[[link]]" style="color:#536022">[[label]]</a>. <!-- end:unsubscribe -->[[sent_by]] <a class="link" href="[[home]]" style="color:#536022">Vpisnik</a>.</p>
</td></tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</div>
</body>
</html>
`;
