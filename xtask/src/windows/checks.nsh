; What is looked at before anything is changed: a newer version, a running program, the runtime that draws the window.

!define WEBVIEW_KEY "SOFTWARE\Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
!define WEBVIEW_DOWNLOAD "https://go.microsoft.com/fwlink/p/?LinkId=2124703"

Function NotOlder
  ReadRegStr $0 SHCTX "${UNINSTALL_KEY}" "DisplayVersion"
  ${If} $0 != ""
    ${VersionCompare} "$0" "${VERSION}" $1
    ${If} $1 == 1
      ${Refuse} ${NEWER_IS_INSTALLED} "Tapline $0 is installed, which is newer than ${VERSION}. Nothing was changed. To go back, uninstall it first; connections, journal and settings stay."
    ${EndIf}
  ${EndIf}
FunctionEnd

; A file that runs cannot be opened for writing.
!macro NotRunning un
  Function ${un}NotRunning
    check:
    StrCpy $1 ""
    !insertmacro IsRunning "tapline.exe"
    !insertmacro IsRunning "taplinectl.exe"
    ${If} $1 != ""
      ${If} $Updates == "yes"
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$1 is running. Close it, then choose Retry." IDRETRY check
      ${Else}
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$1 is running. Close it, then choose Retry." /SD IDCANCEL IDRETRY check
      ${EndIf}
      SetErrorLevel ${IS_RUNNING}
      Quit
    ${EndIf}
  FunctionEnd
!macroend
!macro IsRunning file
  ${If} ${FileExists} "$INSTDIR\${file}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${file}" a
    ${If} ${Errors}
      StrCpy $1 "${file}"
    ${Else}
      FileClose $0
    ${EndIf}
  ${EndIf}
!macroend
!insertmacro NotRunning ""
!insertmacro NotRunning "un."

; $0: the version of the WebView2 runtime, or nothing. It is registered for everyone or for this user.
Function FindWebView
  SetRegView 32
  ReadRegStr $0 HKLM "${WEBVIEW_KEY}" "pv"
  SetRegView 64
  ${If} $0 == ""
  ${OrIf} $0 == "0.0.0.0"
    ReadRegStr $0 HKCU "${WEBVIEW_KEY}" "pv"
  ${EndIf}
  ${If} $0 == "0.0.0.0"
    StrCpy $0 ""
  ${EndIf}
FunctionEnd

; The window needs the runtime, taplinectl does not. Windows 11 has it; it is not part of this installer.
Function RequireWebView
  Call FindWebView
  ${If} $0 != ""
    Return
  ${EndIf}
  ${GetParameters} $1
  ClearErrors
  ${GetOptions} $1 "/REQUIREWEBVIEW" $2
  ${IfNot} ${Errors}
    ${Refuse} ${NO_WEBVIEW} "The Microsoft Edge WebView2 runtime is missing. Nothing was installed."
  ${EndIf}
  MessageBox MB_YESNO|MB_ICONINFORMATION "The window of Tapline needs the Microsoft Edge WebView2 runtime, which is missing on this computer. Download Microsoft's evergreen bootstrapper (MicrosoftEdgeWebview2Setup.exe) with your browser now? Tapline can be installed before or after it runs." /SD IDNO IDNO later
  ExecShell "open" "${WEBVIEW_DOWNLOAD}"
  later:
FunctionEnd
